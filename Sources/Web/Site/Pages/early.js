// A page can be used before its script is there, which waits for the words of the page. What is sent until then is held,
// and sent as soon as somebody listens: else it would be lost. This is no module, so that it waits for nothing.

(() => {
  const held = new Set();

  document.addEventListener("submit", (event) => {
    if (event.target.dataset.early === undefined) return;
    event.preventDefault();
    held.add(event.target);
  }, true);
  document.addEventListener("listening", ({ target }) => { if (held.delete(target)) target.requestSubmit(); });
})();
