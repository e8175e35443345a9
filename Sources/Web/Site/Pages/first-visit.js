// The first visit of a day, on whatever page, puts the question of the day to those who keep a diary.

import { todayHere } from "./calendar.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";

const key = "asked";
/** Pages that ask by themselves, or on which somebody is in the middle of something. */
const others = new Set(["/today", "/diary", "/look-back", "/reminders", "/report", "/trips", "/welcome", "/operate", "/offline"]);
const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 2000));

export function askOnFirstVisit() {
  const isEntry = document.body.classList.contains("narrow");
  if (!rememberedName() || isEntry || others.has(location.pathname) || recall(key, null) === todayHere()) return;
  const start = () => idle(() => { question().catch(() => null); });
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}

async function question() {
  const { askBelow } = await import("./daily-question.js");
  // Whoever leaves it unanswered is not asked again on every page.
  if (await askBelow()) keep(key, todayHere());
}
