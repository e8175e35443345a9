// The article of the day.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { language, text } from "./language.js";

/** The article; nothing without one, or without a network that ever brought it. */
export const findArticle = () => ask("GET", `/v1/articleOfTheDay?language=${language}`)
  .then(({ article }) => article ?? null).catch(() => null);

export function showArticle(article) {
  byId("article").hidden = article === null;
  if (!article) return;
  const link = byId("article-link");
  link.textContent = article.title;
  link.href = article.page;
  link.lang = article.language;
  byId("article-summary").textContent = article.summary;
  byId("article-summary").lang = article.language;
  const { expert } = article;
  byId("article-expert").hidden = !expert;
  const badge = element("span", { class: "badge expert" }, text("article.expert"));
  byId("article-expert").replaceChildren(...expert?.name ? [`${expert.name} `, badge] : [badge]);
}
