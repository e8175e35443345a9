// A file upload: chosen or dropped, checked without storing anything, then sent.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { report } from "./report.js";

export function makeUpload(operator, names, onKept) {
  const [drop, input, feed, atomic, confirm] = ["drop", "file", "feed", "atomic", "confirm"].map(byId);
  let file = null;
  let checked = null;
  let idempotencyKey = null;
  let request = new AbortController();

  const others = operator.feeds.filter((definition) => definition.name !== "plain");
  feed.replaceChildren(
    element("option", { value: "" }, text("upload.plain")),
    ...others.map((definition) => element("option", { value: definition.name }, definition.title)));

  input.addEventListener("change", () => { if (input.files[0]) choose(input.files[0]); });
  for (const control of [feed, atomic, confirm]) control.addEventListener("change", () => { if (file) check(); });
  for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => mark(event, true));
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, (event) => mark(event, false));
  drop.addEventListener("drop", (event) => {
    const { files } = event.dataTransfer;
    if (files.length > 1) say(text("upload.oneFile"), true);
    else if (files[0]) choose(files[0]);
  });
  // A file dropped beside the target would replace the page.
  for (const name of ["dragover", "drop"]) window.addEventListener(name, (event) => event.preventDefault());
  byId("discard").addEventListener("click", () => discard(text("upload.discarded")));
  byId("upload").addEventListener("submit", (event) => { event.preventDefault(); send(); });

  function mark(event, isOver) {
    event.preventDefault();
    drop.classList.toggle("over", isOver);
  }

  function choose(chosen) {
    file = chosen;
    input.value = "";
    atomic.checked = false;
    confirm.checked = false;
    check();
  }

  const wishes = (more) => ({ feed: feed.value, atomic: atomic.checked, confirm: confirm.checked, ...more });

  async function check() {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    idempotencyKey = newIdempotencyKey();
    checked = null;
    byId("send").disabled = true;
    byId("upload-choices").hidden = false;
    say(text("upload.checking", { file: file.name }));
    try {
      // The check lists all mistakes; all-or-nothing only applies to the upload.
      checked = await operator.upload(file, wishes({ dryRun: true, atomic: false, signal }));
      showChecked();
    } catch (error) {
      if (error.name === "AbortError") return;
      byId("upload-report").replaceChildren();
      say(`${text("upload.unusable", { file: file.name })} ${error.message}`, true);
    }
  }

  function showChecked() {
    const kept = checked.accepted + checked.replaced;
    const isStopped = atomic.checked && checked.rejectedCount > 0;
    byId("upload-report").replaceChildren(report(checked, names));
    // Forecasts and notes are not counted: a file without new values may still contain something.
    byId("send").disabled = isStopped;
    byId("send").textContent = kept > 0 ? text("upload.sendValues", { count: kept }) : text("upload.send");
    const outcome = isStopped ? "checkedStopped" : kept === 0 ? "checkedNothing" : "checked";
    say(text(`upload.${outcome}`, { file: file.name }));
  }

  async function send() {
    if (!file || !checked || byId("send").disabled) return;
    byId("send").disabled = true;
    say(text("upload.sending", { file: file.name }));
    try {
      const answer = await operator.upload(file, wishes({ idempotencyKey }));
      const name = file.name;
      discard("");
      byId("upload-report").replaceChildren(report(answer, names));
      say(text("upload.kept", { file: name }));
      onKept();
    } catch (error) {
      // The same key, so that values stored before the answer was lost are not stored twice.
      byId("send").disabled = false;
      if (error.rows) byId("upload-report").replaceChildren(report(error.rows, names));
      say(error.message, true);
    }
  }

  function discard(words) {
    request.abort();
    file = null;
    checked = null;
    byId("upload-choices").hidden = true;
    byId("upload-report").replaceChildren();
    say(words);
  }
}

function say(words, isFailure = false) {
  byId("upload-status").textContent = words;
  byId("upload-status").classList.toggle("error", isFailure);
}

/** The key that identifies a retry; `randomUUID` only exists over TLS. */
const newIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
