"""How a record book is kept in a database: tables, connections, errors, migrations. What it means is :mod:`models.book`'s affair."""
