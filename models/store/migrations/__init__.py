"""One module a revision, in order; they never change once released. They ship with the program, so an installed copy can migrate."""
