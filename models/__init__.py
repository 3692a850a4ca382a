"""What TaiPai knows: tiles, hands, readings, fans, rule sets, the ledger, a night, the record book.

Standard library only, save the store (:mod:`models.book`).
"""
