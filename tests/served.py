"""The server of the browser tests with the small games of the tests in its list, as if a club had installed them:

python tests/served.py --port 0 --database FILE ...      (the words of tools/browser_server.py)
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
# the processes that think for computer players are started anew and find the games the same way
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]

from browser_server import main  # noqa: E402

from battery.tiny import small_games_installed  # noqa: E402

if __name__ == "__main__":
    with small_games_installed():
        main()
