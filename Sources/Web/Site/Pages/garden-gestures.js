// Gestures in the garden: its plants are dragged while it is edited, and it is seen from closer and moved about.

import { byId, element } from "./dom.js";
import { isClosest, isWidest, scrolled, zoomed } from "./trip-garden.js";

/** A pointer that moved less far, in pixels, has pressed and not dragged. */
const slack = 6;
/** How much larger all is after a press of a button. */
const pressed = 1.5;
/** Pixels of a wheel after which all is e times as large. */
const turned = 200;

const between = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** A click by a key counts no presses. */
const isOfKeys = ({ detail }) => detail === 0;

export class GardenGestures {
  #view = byId("garden-view");
  #garden = byId("garden");
  #onDrop;
  #zoom = 1;
  /** Where the pointers are that are down, by their numbers. */
  #pointers = new Map();
  /** How far two of them are apart. */
  #spread = 0;
  /** Where the only pointer went down: `x` and `y`, and the `plot` of the plant that is dragged, or null. */
  #start = null;
  /** Whether it was dragged, so that its click is none. */
  #isDragged = false;
  /** The picture that follows the pointer while a plant is dragged. */
  #ghost = null;

  /** `onDrop` is called with the numbers of the plots from and to which a plant was dragged; the latter is null outside of the garden. */
  constructor(onDrop) {
    this.#onDrop = onDrop;
    this.#garden.addEventListener("pointerdown", (event) => this.#press(event));
    // The first step of a quick drag may already be outside of the garden.
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#release(event));
    addEventListener("pointercancel", (event) => this.#cancel(event));
    addEventListener("keydown", ({ key }) => { if (key === "Escape") this.#letGo(); });
    this.#garden.addEventListener("click", (event) => { if (this.#isDragged && !isOfKeys(event)) event.stopPropagation(); }, { capture: true });
    this.#garden.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
    byId("garden-edit").addEventListener("click", ({ currentTarget }) => {
      currentTarget.setAttribute("aria-pressed", String(this.#garden.classList.toggle("edited")));
    });
    byId("garden-closer").addEventListener("click", () => this.#zoomFromMiddle(pressed));
    byId("garden-wider").addEventListener("click", () => this.#zoomFromMiddle(1 / pressed));
    this.#showZoom();
  }

  #press({ pointerId, clientX: x, clientY: y, button, target }) {
    if (button !== 0) return;
    this.#letGo();
    this.#pointers.set(pointerId, { x, y });
    this.#isDragged = false;
    const isCarried = this.#garden.classList.contains("edited") && target.closest(".planted");
    this.#start = this.#pointers.size === 1 ? { x, y, plot: isCarried ? this.#plotOf(target) : null } : null;
    this.#spread = this.#pointers.size === 2 ? between(...this.#pointers.values()) : 0;
  }

  #move({ pointerId, pointerType, clientX: x, clientY: y }) {
    const before = this.#pointers.get(pointerId);
    if (!before) return;
    this.#pointers.set(pointerId, { x, y });
    if (this.#pointers.size === 2) this.#pinch();
    if (this.#start === null || (!this.#isDragged && between(this.#start, { x, y }) < slack)) return;
    if (!this.#isDragged) this.#lift(pointerId);
    if (this.#ghost) this.#carry(x, y);
    // Fingers scroll the view by themselves.
    else if (pointerType === "mouse") this.#view.scrollBy(before.x - x, before.y - y);
  }

  /** Two fingers make it as much larger as they go apart. */
  #pinch() {
    const [one, other] = [...this.#pointers.values()];
    const spread = between(one, other);
    if (this.#spread > 0 && spread > 0) this.#zoomAt(spread / this.#spread, (one.x + other.x) / 2, (one.y + other.y) / 2);
    [this.#spread, this.#isDragged] = [spread, true];
  }

  /** The first step of a drag: a plant is taken, or the view. */
  #lift(pointerId) {
    this.#isDragged = true;
    this.#garden.setPointerCapture(pointerId);
    const { plot } = this.#start;
    if (plot === null) return;
    const picture = this.#garden.children[plot].querySelector("svg");
    this.#ghost = element("span", { class: "ghost", "aria-hidden": "true" }, picture.cloneNode(true));
    this.#ghost.style.width = `${picture.clientWidth}px`;
    this.#garden.children[plot].classList.add("lifted");
    document.body.append(this.#ghost);
  }

  #carry(x, y) {
    Object.assign(this.#ghost.style, { left: `${x}px`, top: `${y}px` });
    const plot = this.#plotAt(x, y);
    for (const [place, node] of [...this.#garden.children].entries()) node.classList.toggle("aimed", place === plot);
  }

  #release({ pointerId, clientX, clientY }) {
    if (!this.#pointers.delete(pointerId)) return;
    const [from, isCarried] = [this.#start?.plot, this.#ghost !== null];
    this.#letGo();
    if (isCarried) this.#onDrop(from, this.#plotAt(clientX, clientY));
  }

  #cancel({ pointerId }) {
    if (this.#pointers.delete(pointerId)) this.#letGo();
  }

  /** Ends a drag without a drop. */
  #letGo() {
    this.#ghost?.remove();
    [this.#ghost, this.#start] = [null, null];
    for (const node of this.#garden.children) node.classList.remove("lifted", "aimed");
  }

  #plotAt(x, y) { return this.#plotOf(document.elementFromPoint(x, y)); }

  /** The number of the plot in which an element is, or null. */
  #plotOf(node) {
    const place = [...this.#garden.children].indexOf(node?.closest(".plot"));
    return place < 0 ? null : place;
  }

  /** Two fingers on a touchpad are told as a wheel that is turned with the control key. */
  #turn(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#zoomAt(Math.exp(-event.deltaY / turned), event.clientX, event.clientY);
  }

  #zoomFromMiddle(factor) {
    const { left, top, width, height } = this.#view.getBoundingClientRect();
    this.#zoomAt(factor, left + width / 2, top + height / 2);
  }

  /** Shows all larger, or smaller, around a place that stays where it is; the view keeps its size. */
  #zoomAt(factor, x, y) {
    const zoom = zoomed(this.#zoom, factor);
    if (zoom === this.#zoom) return;
    const { left, top, height } = this.#view.getBoundingClientRect();
    const ratio = zoom / this.#zoom;
    const [across, down] = [scrolled(this.#view.scrollLeft, x - left, ratio), scrolled(this.#view.scrollTop, y - top, ratio)];
    this.#zoom = zoom;
    this.#view.style.maxHeight = isWidest(zoom) ? "" : `${height}px`;
    this.#garden.style.width = `${100 * zoom}%`;
    this.#view.scrollTo({ left: across, top: down, behavior: "instant" });
    this.#showZoom();
  }

  /** A button that can do no more stays in place for the keyboard. */
  #showZoom() {
    byId("garden-closer").setAttribute("aria-disabled", String(isClosest(this.#zoom)));
    byId("garden-wider").setAttribute("aria-disabled", String(isWidest(this.#zoom)));
  }
}
