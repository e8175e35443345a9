// The site in the service worker's cache: pages, files and the messages of one language, all of one version.

import { each, inTime, names } from "./worker-cache.js";

export function makeSite(version, files, pages) {
  const name = names.site + version;
  const known = new Set(files);
  const isPage = (path) => pages.includes(path);
  const ours = (response) => response.headers.get("X-Site-Version") === version;
  const languageOf = (response) => response?.headers.get("Content-Language");
  const opened = () => caches.open(name);
  const wordsOf = (language) => `/assets/messages/${language}.json`;
  const isWords = (path) => path.startsWith("/assets/messages/");

  async function keepFile(path) {
    const response = await fetch(path, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    await (await opened()).put(path, response);
  }

  async function keepPage(path) {
    const response = await fetch(path, { cache: "no-cache" });
    if (!response.ok || !ours(response)) throw new Error(`${path} is of another version`);
    await (await opened()).put(path, response);
  }

  /** Stores all pages in the reader's current language, and its messages. */
  async function keepPages() {
    await each(pages, keepPage);
    await keepFile(wordsOf(languageOf(await (await opened()).match("/"))));
  }

  async function install() {
    await Promise.all([keepPages(), each(files, keepFile)]);
  }

  async function activate() {
    const others = (await caches.keys()).filter((other) => other.startsWith(names.site) && other !== name);
    await Promise.all(others.map((other) => caches.delete(other)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  }

  /** Stores the page that was just read; if its language is new, so are all others from now on. */
  async function remember(path, response) {
    const cache = await opened();
    const before = languageOf(await cache.match(path, { ignoreVary: true }));
    if (before === languageOf(response)) return;
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    await each(paths.filter((kept) => isPage(kept) || isWords(kept)), (kept) => cache.delete(kept, { ignoreVary: true }));
    await keepPages();
  }

  async function answerPage(event, { pathname, searchParams }) {
    const asked = Promise.resolve(event.preloadResponse).then((response) => response ?? fetch(event.request));
    const live = isPage(pathname) ? await inTime(asked) : await asked.catch(() => null);
    if (live && (!isPage(pathname) || ours(live) || !live.ok)) {
      // An address with a language is no choice of the reader's, who keeps the other pages as they are.
      if (isPage(pathname) && live.ok && !searchParams.has("language")) event.waitUntil(remember(pathname, live.clone()).catch(() => {}));
      return live;
    }
    const cache = await opened();
    const kept = isPage(pathname) ? await cache.match(pathname, { ignoreVary: true }) : null;
    if (live) {
      // The server has a newer version. Its files are not cached, so the reader stays with this version until
      // it is ready.
      event.waitUntil(self.registration.update().catch(() => {}));
      return kept ?? live;
    }
    return kept ?? await cache.match("/offline", { ignoreVary: true }) ?? Response.error();
  }

  const isFile = ({ pathname }) => known.has(pathname) || isWords(pathname);

  async function answerFile(event, { pathname }) {
    return await (await opened()).match(pathname, { ignoreVary: true }) ?? fetch(event.request);
  }

  return { install, activate, answerPage, isFile, answerFile };
}
