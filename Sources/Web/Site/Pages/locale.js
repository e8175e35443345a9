// The language of the page, without its messages.

/** The language that the server used for the page. */
export const language = document.documentElement.lang;
/** For `Intl`: English dates follow European style, day first. */
export const locale = language === "en" ? "en-GB" : language;

/** A function that calls `make` once, on first use: some formatters take a phone ten milliseconds. */
export function lazily(make) {
  let made = null;
  return () => (made ??= make());
}
