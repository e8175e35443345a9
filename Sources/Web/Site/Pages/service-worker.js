// Keeps the site available without a network, shows push notifications, and sends reports that had to wait.
//
// What it stores, and the maximum of each cache:
//
// | cache             | what                                                                  | at most             |
// |-------------------|-----------------------------------------------------------------------|---------------------|
// | breathe-site-…    | pages, styles, scripts and the words of one language, of one version | the site: some 2 MB  |
// | breathe-data      | public answers: stations, values, alerts, the list of layers          | 80 answers
// |
// | breathe-personal  | answers about the account; deleted at sign-out                        | 60 answers
// |
// | breathe-tiles     | viewed map tiles; the oldest are dropped first                        | 300 tiles
// |
// | breathe-articles  | articles that were opened, and their list                             | 100 pages
// |
// | breathe-device    | this browser's channel in the account; deleted at sign-out            | one name
// |
// | breathe-help      | plans, injectors and chosen documents; written by pages, deleted at sign-out | 100 MB each person   |
// | breathe-handed    | what was opened by a link, encrypted as it came; written by its page          | until the link ends  |
// | breathe-places    | tiles around the account's places; deleted at sign-out                | 128 tiles
// |
//
// A page is only ever combined with files of its own version; a newer version is not used until the reader
// agrees.

import { sendAll } from "./queue.js";
import { answerArticle, answerArticlePicture, answerDrawing, isArticle, isArticlePicture, isDrawing } from "./worker-articles.js";
import { answerData, isKeptData, watchSession } from "./worker-data.js";
import { followNote, renewSubscription, showNote } from "./worker-push.js";
import { makeSite } from "./worker-site.js";
import { answerTile, isTile, keepPlaces } from "./worker-tiles.js";

const site = makeSite("{{=version}}", JSON.parse('{{=files}}'), JSON.parse('{{=pages}}'));

self.addEventListener("install", (event) => event.waitUntil(site.install()));
self.addEventListener("activate", (event) => event.waitUntil(site.activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== "GET") watchSession(event, url);
  else if (request.mode === "navigate" && isArticle(url)) event.respondWith(answerArticle(event, url));
  else if (request.mode === "navigate") event.respondWith(site.answerPage(event, url));
  else if (site.isFile(url)) event.respondWith(site.answerFile(event, url));
  else if (isArticlePicture(url)) event.respondWith(answerArticlePicture(event, url));
  else if (isDrawing(url)) event.respondWith(answerDrawing(event, url));
  else if (isTile(url)) event.respondWith(answerTile(event));
  else if (isKeptData(request, url)) event.respondWith(answerData(event, url));
});

self.addEventListener("message", (event) => {
  if (event.data.type === "skipWaiting") self.skipWaiting();
  if (event.data.type === "places") event.waitUntil(keepPlaces(event.data));
});

self.addEventListener("push", (event) => event.waitUntil(showNote(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(followNote(event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(event)));
self.addEventListener("sync", (event) => {
  if (event.tag === "reports") event.waitUntil(sendAll());
});
