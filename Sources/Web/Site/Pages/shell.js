// The parts of every page: the choice of language, the links behind "More", notices, the number of unread
// alerts, and offline support.

import { countCodePoints } from "./code-points.js";
import { watchConnection } from "./connection.js";
import { showDuties } from "./duties.js";
import { askOnFirstVisit } from "./first-visit.js";
import { offerInstallation } from "./install.js";
import { isStranger } from "./presence.js";
import { followReports } from "./report-news.js";
import { followStudyAnswers } from "./study-follow.js";
import { showBadge } from "./supporter.js";
import { followUnread } from "./unread.js";
import { keepSite } from "./updates.js";

const year = 365 * 24 * 60 * 60;

function chooseLanguage() {
  const choice = document.getElementById("language");
  choice.addEventListener("change", async () => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `language=${choice.value}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
    if (!isStranger()) await import("./message-language.js").then(({ followLanguage }) => followLanguage(choice.value)).catch(() => null);
    const address = new URL(location.href);
    // A link may name the language; the reader's choice is newer.
    if (address.searchParams.has("language")) {
      address.searchParams.delete("language");
      location.replace(address.href);
    } else {
      location.reload();
    }
  });
}

/** The skip link leaves the address as it is: on some pages it holds the step, or the secret of a link. */
function skipToContent() {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    const main = document.getElementById("main");
    main.tabIndex = -1;
    main.addEventListener("blur", () => main.removeAttribute("tabindex"), { once: true });
    main.focus();
  });
}

/** The links close when the reader moves on. */
function closeMore() {
  const more = document.querySelector(".more");
  document.addEventListener("pointerdown", (event) => { if (!more.contains(event.target)) more.open = false; });
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open) return;
    more.open = false;
    more.querySelector("summary").focus();
  });
  more.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !more.contains(event.relatedTarget)) more.open = false;
  });
}

/** Large type makes the bar higher than the style sheet can know, and other parts make room for it. */
function measureBar() {
  const rail = document.querySelector(".rail");
  const measure = () => {
    const { style } = document.documentElement;
    const isBar = rail.offsetWidth === innerWidth && getComputedStyle(rail).position === "fixed";
    if (isBar) style.setProperty("--bar", `${rail.offsetHeight}px`);
    else style.removeProperty("--bar");
  };
  new ResizeObserver(measure).observe(rail);
  addEventListener("resize", measure);
}

/** Helps engines without fields for dates or times, which show a line of text. */
function helpWhereNoCalendarIs() {
  const probe = document.createElement("input");
  const missing = ["date", "time", "datetime-local"].filter((type) => {
    probe.type = type;
    return probe.type !== type;
  });
  if (missing.length === 0) return;
  import("./written-fields.js").then(({ helpWithFields }) => helpWithFields(missing)).catch(() => null);
}

measureBar();
helpWhereNoCalendarIs();
countCodePoints();
chooseLanguage();
skipToContent();
closeMore();
showDuties();
offerInstallation();
showBadge();
followReports();
followStudyAnswers();
followUnread();
watchConnection();
keepSite();
askOnFirstVisit();
