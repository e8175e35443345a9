// The language of the page, without its words.

/** The language in which the server wrote the page. */
export const language = document.documentElement.lang;
/** For `Intl`: English dates are written as in Europe, the day first. */
export const locale = language === "en" ? "en-GB" : language;

/** A function that answers what `make` makes when it is first asked: some formatters take a telephone ten milliseconds. */
export function lazily(make) {
  let made = null;
  return () => (made ??= make());
}
