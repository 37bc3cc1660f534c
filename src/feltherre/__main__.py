"""`python -m feltherre`: the same as the command."""

from feltherre.cli.main import run

if __name__ == "__main__":
    run()
