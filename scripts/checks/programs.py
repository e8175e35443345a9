"""Reads the programs that are not Swift: pyflakes for Python, bash and ShellCheck for shell scripts."""

import subprocess
from pathlib import Path

FOLDERS = (".ci", "scripts", "Tests", "Sources", "stations", "tiles")


def failures():
    python, shell = [], []
    for file in sorted(file for folder in FOLDERS for file in Path(folder).rglob("*") if file.is_file()):
        language = language_of(file)
        if language == "python":
            python.append(file)
        elif language == "shell":
            shell.append(file)
    yield from complaints("pyflakes3", *python)
    for file in shell:
        yield from complaints("bash", "-n", file)
    yield from complaints("shellcheck", "--format=gcc", *shell)


def language_of(file):
    if file.suffix in (".py", ".sh"):
        return "python" if file.suffix == ".py" else "shell"
    if file.suffix:
        return None
    with file.open("rb") as opened:
        first = opened.readline()
    return "python" if b"python" in first else "shell" if first.startswith(b"#!") else None


def complaints(*command):
    """What a program says, line by line; it fails exactly when it has something to say."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return lines or ([f"{command[0]} ended with status {done.returncode}"] if done.returncode else [])
