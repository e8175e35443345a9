// The API documentation page: a searchable list of operations, each with its inputs and answers.

import { inline, makeSchemas, prose } from "./docs-schema.js";
import { byId, element } from "./dom.js";
import { painted } from "./frames.js";
import { text } from "./language.js";

const written = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** All operations of a document, ordered by tag and path. */
function operations({ paths, tags }) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })));
  const place = new Map(tags.map(({ name }, index) => [name, index]));
  return all.sort((one, other) => place.get(one.tags[0]) - place.get(other.tags[0]) || one.path.localeCompare(other.path));
}

/** Who may call an operation, in words. */
function caller({ security }) {
  if (!security.length) return [text("docs.everyone")];
  return security.map((demand) => {
    const [[scheme, needs]] = Object.entries(demand);
    if (scheme === "station") return text("docs.station");
    if (scheme === "session") return text("docs.session");
    return needs.length ? text("docs.role", { role: needs.join(", ") }) : text("docs.account");
  });
}

/** A command that calls the operation. */
function command(operation, parameters, schemas, server) {
  const value = (parameter) => parameter.example ?? schemas.resolved(parameter.schema).const ?? parameter.name;
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name) =>
    String(value(parameters.find((one) => one.in === "path" && one.name === name) ?? { name: whole })));
  const query = parameters.filter((one) => one.in === "query" && one.required).map((one) => `${one.name}=${value(one)}`).join("&");
  const parts = ["curl"];
  if (operation.method !== "get" && !(operation.method === "post" && operation.requestBody)) parts.push(`-X ${operation.method.toUpperCase()}`);
  if (operation.security.length) parts.push(`-H "Authorization: Bearer $${operation.security[0].station ? "KEY" : "TOKEN"}"`);
  parts.push(`"${server}${path}${query ? `?${query}` : ""}"`);
  const json = operation.requestBody?.content["application/json"];
  const body = json && schemas.example(json);
  if (body) parts.push(`\\\n  --json '${JSON.stringify(body)}'`);
  return parts.join(" ");
}

function parameterList(parameters, schemas) {
  return element("ul", { class: "rows" }, parameters.map((one) => element("li", {},
    element("div", { class: "name" }, one.name, element("small", {}, text(`docs.in.${one.in}`)),
      one.required ? element("span", { class: "needed" }, text("docs.needed")) : null),
    element("div", {}, prose(one.description), element("p", {}, schemas.line(one.schema)),
      one.example === undefined ? null : element("p", {}, text("docs.example"), " ", element("code", {}, written(one.example)))))));
}

/** The media types of a body or an answer. */
const contents = (content, schemas) => Object.entries(content ?? {}).flatMap(([media, holder]) => {
  const example = schemas.example(holder);
  return [
    element("p", {}, element("code", {}, media)), ...(holder.schema ? schemas.show(holder.schema) : []),
    example === undefined ? null : element("pre", { tabindex: 0 }, written(example)),
  ].filter(Boolean);
});

function answerList(responses, schemas) {
  return Object.entries(responses).map(([status, response]) => {
    const node = element("details", { class: "answer" }, element("summary", {},
      element("span", { class: status < "400" ? "code" : "code bad" }, status), element("span", {}, inline(response.description))));
    node.addEventListener("toggle", () => {
      if (!node.open || node.children.length > 1) return;
      const headers = Object.keys(response.headers ?? {});
      node.append(element("div", { class: "inside" },
        headers.length ? element("p", { class: "small" }, text("docs.headers", { names: headers.join(", ") })) : null,
        contents(response.content, schemas)));
    });
    return node;
  });
}

function fill(node, operation, schemas, server) {
  const parameters = operation.parameters.map(schemas.resolved);
  const part = (key, ...inside) => [element("h3", {}, text(key)), ...inside];
  node.append(element("div", { class: "body" },
    prose(operation.description), caller(operation).map((words) => element("p", { class: "hint" }, words)),
    element("pre", { tabindex: 0 }, command(operation, parameters, schemas, server)),
    parameters.length ? part("docs.parameters", parameterList(parameters, schemas)) : null,
    operation.requestBody ? part("docs.body", ...contents(operation.requestBody.content, schemas)) : null,
    part("docs.answers", ...answerList(operation.responses, schemas))));
}

function entry(operation, schemas, server) {
  const { method, path, summary, operationId } = operation;
  const node = element("details", { class: "operation", id: operationId }, element("summary", {},
    element("span", { class: `method ${method}` }, method.toUpperCase()), element("span", { class: "path" }, path),
    element("span", { class: "said" }, inline(summary))));
  node.addEventListener("toggle", () => { if (node.open && node.children.length === 1) fill(node, operation, schemas, server); });
  const link = element("a", { href: `#${operationId}` },
    element("span", { class: `method ${method}` }, method.toUpperCase()), element("span", {}, inline(summary)));
  const words = [method, path, summary, operation.description, operationId, JSON.stringify(operation.responses)].join(" ").toLowerCase();
  return { node, item: element("li", {}, link), words };
}

/** Shows the operations that contain every word of the search. */
function search(groups, total) {
  const sought = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { section, list, entries } of groups) {
    const found = entries.filter(({ words }) => sought.every((word) => words.includes(word)));
    for (const one of entries) one.node.hidden = one.item.hidden = !found.includes(one);
    section.hidden = list.hidden = found.length === 0;
    shown += found.length;
  }
  byId("intro").hidden = sought.length > 0;
  byId("count").textContent = text("docs.count", { count: shown, total });
}

/** Opens the operation that the address names. */
function openNamed() {
  const node = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (node?.matches("details")) { node.open = true; node.scrollIntoView(); }
}

async function start() {
  const response = await fetch("/openapi.json", { cache: "no-cache" }).catch(() => null);
  if (!response?.ok) {
    byId("status").textContent = text("error.unreachable");
    return;
  }
  const definition = await response.json();
  byId("intro").append(...prose(definition.info.description));
  // The rest is long, and may arrive while the reader begins.
  await painted();
  const schemas = makeSchemas(definition);
  const all = operations(definition);
  const groups = definition.tags.map(({ name, description }) => {
    const entries = all.filter((one) => one.tags[0] === name).map((one) => entry(one, schemas, definition.servers[0].url));
    const section = element("section", { class: "card" }, element("h2", {}, name), element("p", { class: "hint" }, inline(description)),
      entries.map(({ node }) => node));
    const list = element("li", {}, element("h2", {}, name), element("ul", {}, entries.map(({ item }) => item)));
    return { section, list, entries };
  });
  byId("main").append(...groups.map(({ section }) => section));
  byId("contents").append(...groups.map(({ list }) => list));
  byId("search").addEventListener("input", () => search(groups, all.length));
  search(groups, all.length);
  window.addEventListener("hashchange", openNamed);
  openNamed();
}

start();
