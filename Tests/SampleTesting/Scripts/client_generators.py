"""Clients of the API that independent programs generate from its definition, behind one way to call an operation."""

import datetime
import enum
import importlib
import inspect
import json
import keyword
import os
import pathlib
import re
import subprocess
import sys
import typing

import httpx

tools = pathlib.Path(sys.executable).parent


def snake(name):
    """A name as Python code writes it."""
    written = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.replace("-", "_")).lower()
    return f"{written}_" if keyword.iskeyword(written) else written


def run(name, *arguments, environment=None):
    """Runs a generator, and returns its complaints."""
    outcome = subprocess.run(
        [tools / name, *map(str, arguments)], capture_output=True, text=True, check=False, env={**os.environ, **(environment or {})}
    )
    if outcome.returncode:
        sys.exit(f"{name} ended with {outcome.returncode}\n{outcome.stdout[-4000:]}\n{outcome.stderr[-4000:]}")
    return outcome.stdout + outcome.stderr


class Definition:
    """The definition, and where in it an operation and the schemas of its bodies are."""

    def __init__(self, file):
        self.file = file
        self.tree = json.loads(file.read_bytes())
        self.operations = {
            operation["operationId"]: (method, path, operation) for path, item in self.tree["paths"].items() for method, operation in item.items()
        }

    @staticmethod
    def schema(holder, media="application/json"):
        """The name of the schema of a body, or None if it has none."""
        written = holder.get("content", {}).get(media, {}).get("schema", {})
        return written["$ref"].rsplit("/", 1)[1] if "$ref" in written else None

    def body(self, name):
        """The schema of an operation's body."""
        return self.schema(self.operations[name][2]["requestBody"])

    def tag(self, name):
        return self.operations[name][2]["tags"][0]


class PythonClient:
    """A client made by openapi-python-client."""

    package = "python_client"

    def __init__(self, definition, folder):
        self.definition = definition
        # It has to be told which media types are plain bytes.
        types = ["image/jpeg", "image/png", "image/svg+xml", "image/webp", "image/x-icon", "application/atom+xml", "application/fhir+ndjson", "application/jose", "application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/xml", "application/zip", "text/csv", "text/plain"]
        settings = folder / "settings.json"
        settings.write_text(json.dumps({"content_type_overrides": dict.fromkeys(types, "application/octet-stream"), "post_hooks": []}))
        words = run("openapi-python-client", "generate", "--path", definition.file, "--meta", "none", "--config", settings, "--output-path", folder / self.package)
        self.complaints = [line for line in words.splitlines() if line and not line.startswith("Generating")]

    def call(self, address, secret, name, body=None, **parameters):
        """Calls an operation, and returns the status and the answer as JSON or bytes."""
        operation = importlib.import_module(f"{self.package}.api.{snake(self.definition.tag(name))}.{snake(name)}")
        types = typing.get_type_hints(operation.sync_detailed)
        given = {snake(key): self.typed(types[snake(key)], value) for key, value in parameters.items()}
        if body is not None:
            given["body"] = self.model(self.definition.body(name)).from_dict(body)
        package = importlib.import_module(self.package)
        client = package.AuthenticatedClient(base_url=address, token=secret) if secret else package.Client(base_url=address)
        with client:
            answer = operation.sync_detailed(client=client, **given)
        found = answer.parsed
        if hasattr(found, "payload"):
            found = found.payload.read()
        return int(answer.status_code), found.to_dict() if hasattr(found, "to_dict") else found

    @staticmethod
    def typed(kind, value):
        """A value as the function wants it: as a member of an enumeration, or as a date."""
        for part in typing.get_args(kind) or (kind,):
            if isinstance(part, enum.EnumMeta):
                return part(value)
            if part is datetime.date and value != "current":
                return datetime.date.fromisoformat(value)
        return value

    def model(self, schema):
        return getattr(importlib.import_module(f"{self.package}.models"), schema)


class OpenAPIGenerator:
    """A client made by openapi-generator."""

    package = "generated_client"

    def __init__(self, definition, folder):
        self.definition = definition
        run(
            "openapi-generator-cli", "generate", "-i", definition.file, "-g", "python", "-o", folder,
            "--additional-properties", f"packageName={self.package}", "--global-property", "apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false",
            # The program runs for seconds only.
            environment={"JAVA_OPTS": "-XX:TieredStopAtLevel=1"},
        )
        self.complaints = []

    def call(self, address, secret, name, body=None, **parameters):
        """Calls an operation, and returns the status and the answer as JSON or bytes."""
        package = importlib.import_module(self.package)
        with package.ApiClient(package.Configuration(host=address, access_token=secret)) as client:
            group = getattr(package, f"{self.definition.tag(name)}Api")(client)
            operation = getattr(group, f"{snake(name)}_with_http_info")
            names = inspect.signature(operation).parameters
            # It puts `var` before names that are Python's.
            given = {snake(key) if snake(key) in names else f"var_{key}": value for key, value in parameters.items()}
            if body is not None:
                schema = self.definition.body(name)
                given[snake(schema)] = getattr(package, schema).from_dict(body)
            try:
                answer = operation(**given)
            except package.ApiException as failure:
                return failure.status, failure.data.to_dict()
        found = answer.data
        return answer.status_code, found.to_dict() if hasattr(found, "to_dict") else found


class ModelGenerator:
    """Models made by datamodel-code-generator, with requests sent by httpx."""

    package = "generated_models"

    def __init__(self, definition, folder):
        self.definition = definition
        run(
            "datamodel-codegen", "--input", definition.file, "--input-file-type", "openapi", "--output", folder / f"{self.package}.py",
            "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin",
        )
        self.complaints = []

    def call(self, address, secret, name, body=None, **parameters):
        """Calls an operation, and returns the status and the answer as JSON or bytes."""
        method, path, operation = self.definition.operations[name]
        given = {key: parameters.pop(key) for key in re.findall(r"{(\w+)}", path)}
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        headers |= {key: parameters.pop(key) for key in list(parameters) if "-" in key}
        sent = None if body is None else self.written(self.model(self.definition.body(name)).model_validate(body))
        answer = httpx.request(method, address + path.format(**given), params=parameters, headers=headers, json=sent, timeout=300)
        media = answer.headers.get("Content-Type", "").split(";")[0]
        schema = self.definition.schema(operation["responses"][str(answer.status_code)], media)
        if schema is None:
            return answer.status_code, answer.content
        return answer.status_code, self.written(self.model(schema).model_validate_json(answer.content))

    @staticmethod
    def written(model):
        return model.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def model(self, schema):
        return getattr(importlib.import_module(self.package), schema)


generators = {"openapi-python-client": PythonClient, "openapi-generator": OpenAPIGenerator, "datamodel-code-generator": ModelGenerator}
