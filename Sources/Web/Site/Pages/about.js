// The page about the data: the stations, the sources, and the accuracy of the map.

import { showAccuracy } from "./about-accuracy.js";
import { showSources } from "./about-sources.js";
import { showStations } from "./about-stations.js";
import * as api from "./api.js";
import { byId } from "./dom.js";
import { failure } from "./sheet.js";

/** Shows a part of the page; if its data fail to load, it says so in their place. */
async function part(place, show) {
  await show().catch((error) => place.replaceChildren(failure(error, () => part(place, show))));
}

part(byId("map-figures"), async () => showAccuracy(await api.accuracy(), await api.names()));
part(byId("count"), async () => {
  const catalogue = await api.catalogue();
  const stations = await api.stations("overall", catalogue.today);
  showStations(stations);
  showSources(stations, catalogue, await api.feeds().catch(() => []));
});
