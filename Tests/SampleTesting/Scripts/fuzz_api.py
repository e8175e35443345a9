"""Tests the API of a running service against its OpenAPI document, with schemathesis.

Usage: fuzz_api.py ADDRESS ACCOUNT_TOKEN STATION_KEY SECONDS EXAMPLES SEED. The output has the findings and
the seed; the status is that of schemathesis.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

address, account, key, seconds, examples, seed = sys.argv[1:]
environment = {**os.environ, "BREATHE_ACCOUNT": account, "BREATHE_STATION_KEY": key}
with tempfile.TemporaryDirectory() as folder:
    definition = pathlib.Path(folder, "openapi.json")
    with urllib.request.urlopen(f"{address}/openapi.json", timeout=300) as answer:
        definition.write_bytes(answer.read())
    outcome = subprocess.run(
        [
            pathlib.Path(sys.executable).with_name("schemathesis"), "--config-file", pathlib.Path(__file__).with_name("schemathesis.toml"),
            "run", definition, "--url", address, "--max-time", seconds, "--max-examples", examples, "--seed", seed, "--no-color",
        ],
        cwd=folder, env=environment, check=False,
    )
print(f"FUZZ_SEED={seed}")
sys.exit(outcome.returncode)
