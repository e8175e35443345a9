"""Tests the API of a running service against its OpenAPI document, with schemathesis.

Usage: fuzz_api.py ADDRESS ACCOUNT_TOKEN STATION_KEY SECONDS EXAMPLES SEED. The output has the findings and
the seed; the status is that of schemathesis.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request



def limited(document):
    """The document, in which the examples of each failure are all there can be."""
    for item in document["paths"].values():
        for operation in item.values():
            for status, response in operation["responses"].items():
                holder = response.get("content", {}).get("application/problem+json", {})
                if "examples" in holder:
                    types = [example["value"]["type"] for example in holder["examples"].values()]
                    holder["schema"] |= {"properties": {"type": {"enum": types}, "status": {"const": int(status)}}}
    return document


address, account, key, seconds, examples, seed = sys.argv[1:]
environment = {**os.environ, "BREATHE_ACCOUNT": account, "BREATHE_STATION_KEY": key}
with tempfile.TemporaryDirectory() as folder:
    definition = pathlib.Path(folder, "openapi.json")
    with urllib.request.urlopen(f"{address}/openapi.json", timeout=300) as answer:
        definition.write_text(json.dumps(limited(json.load(answer))))
    outcome = subprocess.run(
        [
            pathlib.Path(sys.executable).with_name("schemathesis"), "--config-file", pathlib.Path(__file__).with_name("schemathesis.toml"),
            "run", definition, "--url", address, "--max-time", seconds, "--max-examples", examples, "--seed", seed, "--no-color",
        ],
        cwd=folder, env=environment, check=False,
    )
print(f"FUZZ_SEED={seed}")
sys.exit(outcome.returncode)
