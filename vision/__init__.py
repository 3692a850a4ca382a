"""Reading a mahjong hand from a photo: locate, classify, arrange, decode.

Importing this package loads nothing heavy; each stage imports what it needs when it is used.
"""
