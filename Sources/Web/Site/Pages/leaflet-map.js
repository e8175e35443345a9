// The map: the coloured field, the stations, and the selected point.
//
// Panes from below: 200 Leaflet's tilePane (the basemap), 210 graticule, 300 field, 330 regions, 350 lines
// and names of the basemap, 400 stations, 450 the selected point, 500 station names, 550 alerts.

import { tileTemplate } from "./api.js";
import { basemapLabels } from "./basemap-labels.js";
import { boxAround, overlap } from "./boxes.js";
import { element, escaped } from "./dom.js";
import { figureOf, inkOn } from "./figures.js";
import { text } from "./language.js";
import { levelColour } from "./legend.js";
import { calmMap, isCalm, motionOptions } from "./motion.js";
import { radius, stationMark } from "./station-mark.js";
import { stationNames } from "./station-names.js";
import { levelName } from "./words.js";

const panes = { graticule: 210, field: 300, regions: 330, lines: 350, stations: 400, point: 450, names: 500, alerts: 550 };

/** The zoom below which stations would cover each other and the names of countries. */
const crowded = 6;

const europe = L.latLngBounds([36, -11], [62, 31]);

/** The map at a place; without one it shows Europe. */
export function makeMap(node, { zoom, centre }) {
  const map = L.map(node, {
    zoomControl: false, attributionControl: false, minZoom: 2, maxZoom: 14, worldCopyJump: true, zoomSnap: 1,
    maxBounds: [[-85.06, -540], [85.06, 540]], maxBoundsViscosity: 1,
    ...motionOptions(),
  });
  calmMap(map);
  L.control.zoom({ position: "topright", zoomInTitle: text("map.zoomIn"), zoomOutTitle: text("map.zoomOut") }).addTo(map);
  for (const [name, order] of Object.entries(panes)) map.createPane(name).style.zIndex = order;
  for (const name of ["lines", "names"]) map.getPane(name).style.pointerEvents = "none";

  if (centre) map.setView(centre, zoom);
  else map.fitBounds(europe, insets());
  const point = readersPoint();
  const stations = stationLayer(map);
  return {
    leaflet: map,
    /** Reports moves of the map, selected points and selected stations. */
    follow: ({ onMove, onPoint, onStation }) => {
      map.on("moveend", onMove);
      followPoints(map, onPoint);
      map.on("stationchosen", ({ feature }) => onStation(feature));
    },
    goTo: (position, closest) => goTo(map, position, closest),
    reveal: (position) => reveal(map, position),
    place: () => ({ zoom: map.getZoom(), centre: map.getCenter().wrap() }),
    showField: fieldLayer(map),
    credit: creditor(map),
    showStations: stations.show,
    avoidLabels: stations.avoidLabels,
    switchStations: stations.setOn,
    stationsInView: stations.inView,
    select: stations.select,
    mark: (position) => {
      point.eachLayer((ring) => { if (position) ring.setLatLng(position); });
      if (position) point.addTo(map);
      else point.remove();
    },
  };
}

/** A ring at the selected point, on a wider one that contrasts with every colour. */
function readersPoint() {
  const ring = (className) => L.circleMarker([0, 0], { pane: "point", radius: 9, className, interactive: false });
  return L.layerGroup([ring("point-halo"), ring("point")]);
}

/** Reports selected points: by pointer, or the centre of the map by keyboard. */
function followPoints(map, onPoint) {
  map.on("click", (event) => onPoint(event.latlng.wrap()));
  map.getContainer().addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === map.getContainer()) onPoint(map.getCenter().wrap());
  });
}

/**
 * Moves to a position with at least a given zoom, to the middle of what the sheet leaves free; without animation for
 * readers who want no motion.
 */
function goTo(map, position, closest) {
  const zoom = Math.max(map.getZoom(), closest);
  const { paddingTopLeft: [left, top], paddingBottomRight: [right, bottom] } = besideSheet(map);
  const aside = L.point(right - left, bottom - top).divideBy(2);
  const centre = map.unproject(map.project(position, zoom).add(aside), zoom);
  if (isCalm()) map.setView(centre, zoom, { animate: false });
  else map.flyTo(centre, zoom, { duration: 1.2 });
}

/** Moves the map just far enough that the sheet does not cover a place. */
function reveal(map, position) {
  map.panInside(position, { ...besideSheet(map), animate: !isCalm() });
}

/** What a sheet and the other controls cover: the sheet is at the side, or at the bottom on phones. */
function besideSheet(map) {
  const isWide = window.matchMedia("(min-width: 960px)").matches;
  const { x, y } = map.getSize();
  return isWide ? { paddingTopLeft: [x * 0.3, 40], paddingBottomRight: [x * 0.32, 150] }
    : { paddingTopLeft: [30, 130], paddingBottomRight: [50, y * 0.64] };
}

/** The space that the panel and the date control cover in the first view; in small windows they are stacked. */
function insets() {
  if (window.matchMedia("(max-width: 959px) and (max-height: 32em)").matches) return {};
  const wide = window.matchMedia("(min-width: 960px)").matches;
  return wide ? { paddingTopLeft: [370, 60], paddingBottomRight: [20, 120] }
    : { paddingTopLeft: [0, 110], paddingBottomRight: [0, 190] };
}

/** Names the sources in the map's corner: complete from the start, because later additions would shift the layout. */
function creditor(map) {
  const control = L.control.attribution({ prefix: text("map.leaflet") });
  let named = null;
  return (sources) => {
    control.removeAttribution(named ?? "");
    if (named === null) {
      control.addTo(map);
      L.control.scale({ position: "bottomright", imperial: false }).addTo(map);
    }
    named = escaped(sources.join(" · "));
    control.addAttribution(named);
  };
}

/** Shows a layer at a date. The previous one stays until the new one has loaded, to avoid flicker. */
function fieldLayer(map) {
  let shown = null;
  let coming = null;
  return (layer, date, onFailure, onLoad) => {
    coming?.remove();
    const next = L.tileLayer(tileTemplate(layer, date, L.Browser.retina ? "@2x" : ""), {
      pane: "field", maxZoom: 14, opacity: shown ? 0 : 1, className: "field", updateWhenZooming: false,
    });
    let failed = 0;
    coming = next;
    next.on("tileerror", () => { failed += 1; });
    next.on("load", () => {
      if (failed > 0) onFailure(failed);
      failed = 0;
      if (coming !== next) return;
      next.setOpacity(1);
      shown?.remove();
      [shown, coming] = [next, null];
      onLoad();
    });
    next.addTo(map);
  };
}

function stationLayer(map) {
  const group = L.layerGroup().addTo(map);
  const renderer = L.svg({ pane: "stations", padding: 0.3 });
  let marks = [];
  /** Those on the map. */
  let placed = [];
  let selected = null;
  let isOn = true;
  const labels = basemapLabels(map, put);
  const names = stationNames(map, labels);

  /** Draws stations; `colours` maps each level of the current layer to its colour. */
  function show(features, colours) {
    marks = features.map((feature) => ({ feature, marker: circle(feature, colours) }))
      .sort((a, b) => indexOf(a.feature) - indexOf(b.feature));
    for (const { feature, marker } of marks) {
      marker.on("click", (event) => { L.DomEvent.stop(event); map.fire("stationchosen", { feature }); });
    }
    placed = [];
    put();
  }

  /** Places the marks that have room, the highest on top, and their names. */
  function put() {
    const roomy = map.getZoom() < crowded ? withRoom() : marks;
    if (roomy !== placed) {
      placed = roomy;
      group.clearLayers();
      for (const { marker } of placed) marker.addTo(group);
    }
    writeNames();
    select(selected);
  }

  /**
   * Far out, the marks that touch none with a higher value and no name of a country; the list beside the map has
   * them all.
   */
  function withRoom() {
    const found = [];
    const countries = labels.inView()?.filter(({ kind }) => kind === "country") ?? [];
    for (const mark of [...marks].reverse()) {
      const { x, y } = map.project(mark.marker.getLatLng());
      const own = boxAround({ x, y }, radius + 1, radius + 1);
      if (countries.some((country) => overlap(own, country))) continue;
      if (found.every((other) => Math.hypot(other.x - x, other.y - y) > 2 * radius + 2)) found.push({ x, y, mark });
    }
    return found.map(({ mark }) => mark).reverse();
  }

  /** Shows or hides the marks and their names. */
  function setOn(on) {
    isOn = on;
    if (on) group.addTo(map);
    else group.remove();
    writeNames();
    select(selected);
  }

  function circle(feature, colours) {
    const [longitude, latitude] = feature.geometry.coordinates;
    const { reading, name } = feature.properties;
    const fill = reading ? levelColour(reading.level, colours) : undefined;
    const marker = stationMark([latitude, longitude], {
      renderer, pane: "stations", radius: reading ? radius : 5, weight: 1.5, bubblingMouseEvents: false,
      className: reading ? "station" : "station without", fillColor: fill, fillOpacity: reading ? 1 : 0.6,
      figure: figureOf(reading?.level), ink: inkOn(fill),
    });
    marker.bindTooltip(element("span", {}, `${name}: ${levelName(reading?.level)}`), { direction: "top", offset: [0, -8] });
    return marker;
  }

  function select(id) {
    selected = id;
    for (const { feature, marker } of marks) {
      marker.getElement()?.classList.toggle("selected", feature.properties.id === id);
    }
  }

  function inView() {
    const view = map.getBounds();
    return marks.filter(({ marker }) => view.contains(marker.getLatLng())).map(({ feature }) => feature).reverse();
  }

  function writeNames() {
    names.write(isOn ? placed : []);
  }

  map.on("zoomend", put);
  map.on("moveend alertsdrawn", writeNames);
  return { show, select, inView, setOn, avoidLabels: labels.follow };
}

const indexOf = (feature) => feature.properties.reading?.index ?? -1;
