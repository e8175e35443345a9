// Distances along the surface of a spherical Earth, equal to the last bit in every browser and in `GreatCircle.swift`.
//
// Browsers differ in the last bit of Math.sin, so these are sums of +, −, ×, ÷ and √, in the same order as there.

/** The mean radius of the Earth in metres (IUGG 1980, rounded). */
const meanRadius = 6_371_008.8;
/** The length of a degree of latitude in metres. */
export const metresPerDegree = (meanRadius * Math.PI) / 180;

export const radians = (degrees) => (degrees * Math.PI) / 180;

/** Degrees of longitude from one position eastwards to another, −180…180: the shorter way around. */
function turnBetween(start, end) {
  const turn = end.longitude - start.longitude;
  if (turn > 180) return turn - 360;
  return turn < -180 ? turn + 360 : turn;
}

/** Metres between two positions, by the haversine formula, which is exact for short distances too. */
export function distanceBetween(start, end) {
  const north = sine(radians(end.latitude - start.latitude) / 2);
  const east = sine(radians(turnBetween(start, end)) / 2);
  const share = cosine(radians(start.latitude)) * cosine(radians(end.latitude));
  const haversine = north * north + share * (east * east);
  return 2 * meanRadius * arcsine(Math.sqrt(haversine));
}

/** The sine of an angle of −π/2…π/2, by its series to the 21st power, whose rest is below 2⁻⁵³ there. */
function sine(angle) {
  const square = angle * angle;
  let sum = 1 / 51_090_942_171_709_440_000;
  sum = 1 / 121_645_100_408_832_000 - square * sum;
  sum = 1 / 355_687_428_096_000 - square * sum;
  sum = 1 / 1_307_674_368_000 - square * sum;
  sum = 1 / 6_227_020_800 - square * sum;
  sum = 1 / 39_916_800 - square * sum;
  sum = 1 / 362_880 - square * sum;
  sum = 1 / 5_040 - square * sum;
  sum = 1 / 120 - square * sum;
  sum = 1 / 6 - square * sum;
  return angle * (1 - square * sum);
}

/** The cosine of an angle of −π/2…π/2. */
export const cosine = (angle) => sine(Math.PI / 2 - Math.abs(angle));

/** The arcsine of a number from 0; numbers that rounding has carried over 1 count as 1. */
function arcsine(number) {
  if (number <= 0.5) return arcsineSeries(number);
  return Math.PI / 2 - 2 * arcsineSeries(Math.sqrt((1 - Math.min(number, 1)) / 2));
}

/** The arcsine of a number of 0…1/2, by its series to the last term that changes the sum. */
function arcsineSeries(number) {
  const square = number * number;
  let [term, sum, order] = [number, number, 1];
  for (;;) {
    term = (term * square * order) / (order + 1);
    order += 2;
    const next = sum + term / order;
    // Not a number ends it, too.
    if (!(next > sum)) return sum;
    sum = next;
  }
}
