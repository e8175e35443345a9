// The shapes of places: circles and areas with corners, in the server's form (GeoJSON, longitude first) and
// in the map's form (latitude first).

/** The server's limits: metres, and corners in all rings together. */
export const limits = { radius: { least: 100, most: 300_000 }, corners: { least: 3, most: 10_000 }, fences: 50, name: 60 };

const metresOfDegree = 111_320;
const turned = ([longitude, latitude]) => [latitude, longitude];

/** The rings of an area for Leaflet; those of several polygons follow one another. */
const rings = (area) => {
  const polygons = area.type === "MultiPolygon" ? area.coordinates : [area.coordinates];
  return polygons.map((polygon) => polygon.map((ring) => ring.map(turned)));
};

/** A fence as a Leaflet layer. */
export function fenceLayer({ area, radius }, options = {}) {
  const style = { className: "fence", weight: 2.5, interactive: false, ...options };
  return area.type === "Point" ? L.circle(turned(area.coordinates), { ...style, radius }) : L.polygon(rings(area), style);
}

/** The bounding box of a fence; a circle's box needs no map. */
export function boundsOf({ area, radius }) {
  if (area.type !== "Point") return L.latLngBounds(rings(area).flat(2));
  const [lat, lng] = turned(area.coordinates);
  return L.latLngBounds(besides({ lat, lng }, -radius, -radius), besides({ lat, lng }, radius, radius));
}

/** The centre of the bounding box of a fence. */
export function middle({ area, radius }) {
  const { lat, lng } = boundsOf({ area, radius }).getCenter();
  return { lat, lng };
}

/** The position some metres east and north of another. */
export const besides = ({ lat, lng }, east, north) => L.latLng(
  Math.max(-85, Math.min(85, lat + north / metresOfDegree)),
  lng + east / (metresOfDegree * Math.max(0.05, Math.cos(lat * Math.PI / 180))));

/** Whether an area is a single outline without holes, which the editor can draw. */
export const isPlain = (area) => area.type === "Polygon" && area.coordinates.length === 1;

/** The corners of a single outline. */
export const cornersOf = (area) => area.coordinates[0].slice(0, -1).map(([lng, lat]) => ({ lat, lng }));

const rounded = (value) => Number(value.toFixed(5));
/** A Leaflet position in the server's form; five decimals are one metre. */
const position = ({ lat, lng }) => [rounded(((lng + 540) % 360 + 360) % 360 - 180), rounded(lat)];

export const pointArea = (centre) => ({ type: "Point", coordinates: position(centre) });

export const cornersArea = (corners) => {
  const ring = corners.map(position);
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
};

/** Whether two sides of an outline cross, which makes its inside ambiguous. */
export function crosses(corners) {
  const sides = corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]]);
  return sides.some((side, first) => sides.slice(first + 2).some((other, behind) =>
    !(first === 0 && behind === sides.length - 3) && meet(side, other)));
}

const side = (a, b, c) => Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng));
const meet = ([a, b], [c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
