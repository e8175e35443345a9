// The page on the data: the stations that are known here, whose data they are, and how right the map was.

import { showAccuracy } from "./about-accuracy.js";
import { showSources } from "./about-sources.js";
import { showStations } from "./about-stations.js";
import * as api from "./api.js";
import { byId } from "./dom.js";
import { failure } from "./sheet.js";

/** Shows a part of the page; when its data do not come, it says so where they would stand. */
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
