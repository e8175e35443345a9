// The page of a place, which says everything without this script: what a browser can do with it.

import { byId } from "./dom.js";
import { offerPage } from "./page-acts.js";
import { rememberPlace } from "./position.js";

// The search for a place has none of these.
if (byId("share")) {
  offerPage();
  const { lat, lng } = byId("warn").dataset;
  // The form for a new place begins there.
  byId("warn").addEventListener("click", () => rememberPlace({ lat: Number(lat), lng: Number(lng) }));
}
