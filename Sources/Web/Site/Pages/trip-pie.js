// The slices of a pie as paths of SVG.

const rounded = (number) => Number(number.toFixed(3));

/** The point of a circle around 50, 50 after some share of a turn from the top, clockwise. */
function pointAt(share) {
  const angle = 2 * Math.PI * share;
  return `${rounded(50 + 50 * Math.sin(angle))} ${rounded(50 - 50 * Math.cos(angle))}`;
}

/** A slice below this share of the whole is thinner than the places of its points are exact. */
const thinnest = 0.000_1;
const whole = "M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z";

/**
 * For each amount its `share` and the `path` of its slice, in a square of 100, which is empty if it is too thin to be drawn;
 * none if there is nothing to share.
 */
export function slicesOf(amounts) {
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  if (!(sum > 0)) return [];
  let before = 0;
  return amounts.map((amount) => {
    const [from, share] = [before / sum, amount / sum];
    before += amount;
    if (share < thinnest) return { share, path: "" };
    // An arc that ends where it starts is not drawn, so a whole circle is two halves.
    const path = share > 1 - thinnest ? whole : `M50 50L${pointAt(from)}A50 50 0 ${share > 0.5 ? 1 : 0} 1 ${pointAt(before / sum)}Z`;
    return { share, path };
  });
}

/** Shares of 1 as whole hundredths that add to 100: those that lose most by rounding down get one more. */
export function hundredthsOf(shares) {
  const floors = shares.map((share) => Math.floor(100 * share));
  const missing = (shares.length > 0 ? 100 : 0) - floors.reduce((sum, each) => sum + each, 0);
  const order = shares.map((share, index) => ({ index, rest: 100 * share - floors[index] })).sort((one, other) => other.rest - one.rest);
  for (const { index } of order.slice(0, missing)) floors[index] += 1;
  return floors;
}
