// A part of a page that a button opens and closes, and that the page may open by itself.

/** Milliseconds in which nobody has yet seen that the page opened the part: a tap is still meant for the closed one. */
const glance = 700;

/**
 * Lets `button` open and close `part`; `onOpen` is called each time that it is opened.
 *
 * `afterPaint` calls back once the reader can see what has changed.
 *
 * @returns How the page itself opens the part.
 */
export function makeFold(button, part, onOpen, afterPaint = painted) {
  /** Taps before this are by readers who have not seen that the part is open. */
  let seen = 0;

  function open() {
    part.hidden = false;
    button.setAttribute("aria-expanded", "true");
    onOpen();
  }

  button.addEventListener("click", (event) => {
    if (part.hidden || event.timeStamp < seen) return open();
    part.hidden = true;
    return button.setAttribute("aria-expanded", "false");
  });

  return function openByItself() {
    if (part.hidden) {
      seen = Infinity;
      afterPaint((now) => { seen = now + glance; });
    }
    open();
  };
}

const painted = (act) => requestAnimationFrame(() => setTimeout(() => act(performance.now())));
