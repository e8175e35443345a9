// The page on the data: how many stations are known here.

import * as api from "./api.js";
import { byId } from "./dom.js";
import { text } from "./language.js";

async function start() {
  const { today } = await api.catalogue();
  const stations = await api.stations("overall", today);
  byId("count").textContent = text("about.count", { count: stations.length });
}

// Without an answer the page says what it says all the same.
start().catch(() => null);
