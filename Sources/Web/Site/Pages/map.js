// The map page begins here: the map is shown first, and everything else loads afterwards.

import * as api from "./api.js";
import { askWhere } from "./arrival.js";
import { addBackground } from "./background.js";
import { Catalogue } from "./catalogue.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { makeMap } from "./leaflet-map.js";
import { MapPage, knownLayer } from "./map-page.js";
import { remembered } from "./map-switches.js";
import { mine as findMine } from "./mine.js";
import { openingDate } from "./opening.js";
import { ownLayer } from "./picker.js";
import { isGranted, knownPlace, locate, rounded } from "./position.js";
import { rememberedName } from "./presence.js";
import { makeRoom } from "./room.js";
import * as state from "./state.js";
import { ownPlaces } from "./today-household.js";

/** The zoom at which the map begins around the reader, or around a place that the browser knows. */
const homeZoom = 8;

async function start() {
  const asked = state.parse(location.hash);
  const home = asked.centre ? null : knownPlace();
  const isStranger = !location.hash && !home && !rememberedName();
  // Who has allowed the position before is not asked for it.
  const isAsking = isStranger && !await isGranted();
  const [asking, naming] = [api.catalogue(), api.allergens().catch(() => new Map())];
  makeRoom();
  if (home) Object.assign(asked, { zoom: homeZoom, centre: [home.lat, home.lng] });
  const leave = isAsking ? askWhere() : () => {};
  const map = makeMap(byId("map"), asked);
  if (!asked.centre || home) showReader(map.leaflet, home);
  const answer = await asking;
  map.avoidLabels(answer.background?.lines?.labels);
  await addBackground(map.leaflet, answer.background);
  const allergens = await naming;
  const catalogue = new Catalogue(answer, allergens);
  const nameOf = (allergen) => allergens.get(allergen)?.name ?? allergen;
  const mine = await findMine(allergens);
  const mix = catalogue.mixOf(mine.named);
  const layer = knownLayer(catalogue, asked.layer, mix) ?? (mix ? ownLayer : catalogue.defaultLayer);
  const date = asked.date ?? await openingDate(catalogue, layer === ownLayer ? mix : layer);
  const stand = asked.switches ?? remembered();
  await new MapPage(map, catalogue, { mine, nameOf, mix, leave }, { layer, date, stand }).show({});
}

/**
 * Moves to where the reader is if the browser tells it without asking, or else to the first place of their account if the
 * browser knows no other, unless they have moved the map by then.
 */
async function showReader(map, home) {
  let isMoved = false;
  map.once("movestart", () => { isMoved = true; });
  const position = await isGranted() && await locate().catch(() => null);
  const here = position || (home ? null : await firstPlace());
  if (!here || isMoved) return;
  // The centre of the map becomes part of the address, which readers share.
  const { lat, lng } = rounded(here);
  map.setView([lat, lng], homeZoom, { animate: false });
}

/** The first place of somebody who is signed in, as on a new device. */
const firstPlace = async () => (rememberedName() ? (await ownPlaces())[0] : null);

start().catch((error) => {
  byId("status").textContent = `${text("map.failed")} ${error.message}`;
  byId("status").classList.add("error");
});
