// How fast a film of days is, and how a day fades into the next.

/** Days a second, by their names on the button. */
export const paces = { "1×": 5, "2×": 10, "4×": 20 };

/** Days a second up to which colours that change on every day flash less than three times a second. */
const calm = 5;
/**
 * Seconds in which a day fades where days are faster.
 *
 * Large areas must not flash more than three times a second (WCAG 2.2, 2.3.1). With this fading, no two colours of our ramps do,
 * nor a colour and the ground, in whatever rhythm they follow each other; with three quarters of a second some do.
 */
const fading = 4 / 5;

/** The part of the picture that a new day takes. */
export const shareOf = (pace) => (pace <= calm ? 1 : 1 - Math.exp(-1 / (fading * pace)));
