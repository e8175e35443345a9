"""Runs tests of the site's scripts in Node.js, which Playwright brings along.

Arguments: the root of the repository, and the folder with the tests. Node takes our scripts for modules only where a
`package.json` says so, so they are copied beside it: the tests import them from `./site/`.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import playwright

NODE = Path(playwright.__file__).parent / "driver" / "node"


def main(repository, tests):
    pages = Path(repository) / "Sources" / "Web" / "Site" / "Pages"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text(json.dumps({"type": "module"}))
        (Path(folder) / "site").mkdir()
        for script in pages.glob("*.js"):
            shutil.copy(script, Path(folder) / "site")
        for script in Path(tests).glob("*.mjs"):
            shutil.copy(script, folder)
        names = sorted(file.name for file in Path(folder).glob("*.test.mjs"))
        return subprocess.run([NODE, "--test", "--test-reporter=spec", *names], cwd=folder, env=os.environ | {"REPOSITORY": repository}).returncode


sys.exit(main(*sys.argv[1:]))
