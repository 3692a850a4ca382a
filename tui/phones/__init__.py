"""Phones at the table: the live board to look at, the phone's camera to send a hand with.

Off until asked for; loopback unless a person chooses the network; nothing answers without the token in the QR code.
"""
