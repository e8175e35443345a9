// A page is usable before its script has started, because that waits for the messages. Forms submitted until
// then are held, and sent once a handler is attached, so that nothing is lost. This file is not a module, so
// it waits for nothing.

(() => {
  const held = new Set();

  document.addEventListener("submit", (event) => {
    if (event.target.dataset.early === undefined) return;
    event.preventDefault();
    held.add(event.target);
  }, true);
  document.addEventListener("listening", ({ target }) => { if (held.delete(target)) target.requestSubmit(); });
})();
