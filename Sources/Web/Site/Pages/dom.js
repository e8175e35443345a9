// All elements are built here and never from markup, so text from the server is always text.

const svgNamespace = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An HTML element with attributes and children; strings become text nodes, and `null` is skipped. */
export const element = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

/** The same for SVG. */
export const shape = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(svgNamespace, name), attributes, children);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** Shows what was not to move while it was filled. */
export function showAwaited() {
  for (const node of document.querySelectorAll(".awaited")) node.classList.remove("awaited");
}

/** Text escaped for Leaflet's HTML options. */
export function escaped(text) {
  return element("span", {}, text).innerHTML;
}

/** A colour from the server, or grey if it is not a plain hexadecimal colour. */
export const colour = (text) => (/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(text ?? "") ? text : "#8a9499");

/** A small square in a colour. */
export function swatch(text) {
  const node = element("span", { class: "swatch", "aria-hidden": "true" });
  node.style.backgroundColor = colour(text);
  return node;
}
