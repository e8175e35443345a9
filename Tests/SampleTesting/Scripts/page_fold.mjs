// Holds a button that opens and closes a part of a page to what its reader meant, also where the page opens it first.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { makeFold } = await import(pathToFileURL(`${folder}/fold.js`));
const failures = [];

/** A button and its part, whose page paints when it is told to. */
function makePage() {
  const [button, part, paints] = [new EventTarget(), { hidden: true }, []];
  button.setAttribute = (name, value) => { button[name] = value; };
  let count = 0;
  const openByItself = makeFold(button, part, () => { count += 1; }, (act) => paints.push(act));
  return {
    openByItself,
    paint: (now) => { for (const act of paints.splice(0)) act(now); },
    tap(timeStamp) {
      const tap = new Event("click");
      Object.defineProperty(tap, "timeStamp", { value: timeStamp });
      button.dispatchEvent(tap);
    },
    hold(what, isOpen, opened) {
      const found = `${!part.hidden}, ${button["aria-expanded"]}, ${count}`;
      const expected = `${isOpen}, ${isOpen}, ${opened}`;
      if (found !== expected) failures.push(`${what}: ${found} instead of ${expected}`);
    },
  };
}

const calm = makePage();
calm.tap(10);
calm.hold("a tap opens", true, 1);
calm.tap(20);
calm.hold("the next tap closes at once", false, 1);
calm.tap(30);
calm.hold("the third opens again", true, 2);

const unpainted = makePage();
unpainted.openByItself();
unpainted.tap(60_000);
unpainted.hold("a tap before anything is painted finds it open", true, 2);

const raced = makePage();
raced.openByItself();
raced.paint(1000);
raced.tap(1600);
raced.hold("a tap just after the page opened finds it open", true, 2);
raced.tap(1800);
raced.hold("a tap by somebody who has seen it open closes", false, 2);
raced.tap(1900);
raced.hold("and opens", true, 3);

const queued = makePage();
queued.openByItself();
queued.paint(1000);
queued.tap(400);
queued.hold("a tap that waited for a busy page finds it open", true, 2);

const again = makePage();
again.tap(10);
again.openByItself();
again.tap(20);
again.hold("a part that the reader had opened closes at a tap", false, 2);

process.stdout.write(failures.map((failure) => `${failure}\n`).join(""));
