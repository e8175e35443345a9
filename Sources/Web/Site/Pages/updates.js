// The service worker: registers it, and offers new versions of the site without forcing them on the reader.

import { byId } from "./dom.js";
import { rampQuery } from "./ramp.js";

const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 2000));

/** Starts after the page has loaded, because the page does not need it. */
export function keepSite() {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") idle(register);
  else window.addEventListener("load", () => idle(register), { once: true });
}

async function register() {
  let registration;
  try {
    registration = await navigator.serviceWorker.register("/service-worker.js");
  } catch {
    // Without it, as in private windows or on addresses without TLS, the site works as usual while there is a
    // network.
    return;
  }
  if (!registration) return;
  watch(registration);
  await navigator.serviceWorker.ready;
  idle(() => askForPlaces(registration));
}

function watch(registration) {
  offer(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offer(registration));
  });
  // The reader accepted in another window: this page stays as it is until it is reloaded.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isControlled) ask(() => location.reload());
    isControlled = true;
  });
}

/** Offers the waiting version; the very first one takes over by itself. */
function offer(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  ask(() => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage({ type: "skipWaiting" });
  });
}

function ask(reload) {
  byId("update-notice").hidden = false;
  byId("update-now").onclick = () => { byId("update-now").disabled = true; reload(); };
  byId("update-later").onclick = () => { byId("update-notice").hidden = true; };
}

/** Lets the worker fetch the map around a signed-in reader's places, unless the browser saves data. */
function askForPlaces({ active }) {
  if (navigator.connection?.saveData || !navigator.onLine) return;
  const tone = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  active?.postMessage({ type: "places", scale: devicePixelRatio > 1 ? "@2x" : "", tone, ramp: rampQuery() });
}
