// Cells of places, reckoned step by step as on the server, so that both find the same one.

/** Ten decimals: finer than any cell, coarse enough to hide the noise of binary fractions. */
const rounded = (degrees) => Math.round(degrees * 1e10) / 1e10;

function middle(degrees, half, size) {
  const place = Math.min(Math.floor((degrees + half) / size), 2 * half / size - 1);
  return rounded((place + 0.5) * size - half);
}

/** The middle of the cell that holds a position; a cell has the size of the last one of some decimals of a degree. */
export function cellOf({ lat, lng }, digits) {
  const size = Number(`1e-${digits}`);
  return { lat: middle(lat, 90, size), lng: middle(lng, 180, size) };
}
