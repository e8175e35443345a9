// Holds the focused control in sight while a pane or the window grows around it, unless its reader scrolls away.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const failures = [];

class Part extends EventTarget {
  constructor(children = []) { super(); this.children = children; }

  contains(node) { return node === this || this.children.some((child) => child.contains(node)); }
}

let observers = [];
globalThis.ResizeObserver = class {
  constructor(act) { this.act = act; this.parts = []; observers.push(this); }

  observe(part) { this.parts.push(part); }
};
globalThis.innerHeight = 100;
const page = { documentElement: new Part() };
globalThis.document = page;
const { keepFocusInSight } = await import(pathToFileURL(`${folder}/focus-sight.js`));

/** A control of ten pixels, at first 20 below the top of 100 pixels that scroll, with a bar of `bar` pixels over their end. */
function makeRoom({ isWindow, bar = 0 }) {
  observers = [];
  const control = new Part();
  const content = new Part([control]);
  const pane = isWindow ? page.documentElement : content;
  const room = { above: 20, scrolled: 0 };
  const everything = new EventTarget();
  globalThis.addEventListener = everything.addEventListener.bind(everything);
  Object.defineProperties(pane, {
    clientHeight: { configurable: true, get: () => 100 },
    scrollHeight: { configurable: true, get: () => 200 + room.above },
  });
  pane.getBoundingClientRect = () => ({ left: 0, right: 100, top: 0, bottom: 100 });
  control.getBoundingClientRect = () => ({ left: 0, right: 10, top: room.above - room.scrolled, bottom: room.above - room.scrolled + 10 });
  const scroll = (to) => { room.scrolled = to; everything.dispatchEvent(new Event("scroll")); };
  control.scrollIntoView = () => scroll(Math.max(room.scrolled - bar, room.above + 10 - 100 + bar));
  page.elementFromPoint = (_, y) => (y > 100 - bar ? new Part() : control);
  page.activeElement = content;
  keepFocusInSight(content, pane);
  const laidOut = () => { for (const { act } of observers) act(); };
  laidOut();
  return {
    focus(...before) {
      for (const name of before) everything.dispatchEvent(new Event(name));
      page.activeElement = control;
      content.dispatchEvent(Object.defineProperty(new Event("focusin"), "target", { value: control }));
    },
    hand: (name) => content.dispatchEvent(new Event(name)),
    grow: (by) => { room.above += by; },
    scroll, laidOut,
    hold(what, isSeen) {
      const { top, bottom } = control.getBoundingClientRect();
      if ((top >= 0 && bottom <= 100 - bar) !== isSeen) failures.push(`${isWindow ? "window" : "pane"}: ${what}: from ${top} to ${bottom}`);
    },
  };
}

for (const isWindow of [false, true]) {
  const grown = makeRoom({ isWindow });
  grown.focus();
  grown.grow(500);
  grown.hold("without help, what grows above pushes the control out", false);
  grown.laidOut();
  grown.hold("what grows above leaves the control in sight", true);
  grown.grow(500);
  grown.laidOut();
  grown.hold("and again", true);

  const late = makeRoom({ isWindow });
  late.focus();
  late.grow(500);
  late.scroll(30);
  late.laidOut();
  late.hold("a step's own scrolling that comes after the growth does not let the control go", true);

  const below = makeRoom({ isWindow });
  below.grow(300);
  below.laidOut();
  below.focus("keydown");
  below.grow(200);
  below.scroll(220);
  below.laidOut();
  below.hold("a key's step to what is below ends in sight", true);

  const left = makeRoom({ isWindow });
  left.focus("keydown", "keyup");
  left.scroll(90);
  left.grow(500);
  left.laidOut();
  left.hold("who has scrolled away is left alone", false);

  for (const name of ["wheel", "touchmove"]) {
    const moving = makeRoom({ isWindow });
    moving.focus();
    moving.hand(name);
    moving.grow(500);
    moving.laidOut();
    moving.hold(`who scrolls by ${name} is left alone`, false);
  }

  const unseen = makeRoom({ isWindow });
  unseen.grow(300);
  unseen.laidOut();
  unseen.focus();
  unseen.grow(1);
  unseen.laidOut();
  unseen.hold("what a program focuses out of sight is not fetched", false);
}

const covered = makeRoom({ isWindow: true, bar: 30 });
covered.focus();
covered.grow(55);
covered.hold("a bar may cover the control", false);
covered.laidOut();
covered.hold("the control comes out from under a bar", true);

process.stdout.write(failures.map((failure) => `${failure}\n`).join(""));
