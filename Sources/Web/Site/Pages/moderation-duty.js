// Who is told at once when somebody flags a report.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { locale } from "./locale.js";

const path = "/v1/moderation/duty";
const list = new Intl.ListFormat(locale, { type: "conjunction" });

function show({ on, others }) {
  byId("on-duty").checked = on;
  say(byId("duty-others"), others.length > 0 ? text("moderation.duty.others", { names: list.format(others) })
    : text(on ? "moderation.duty.alone" : "moderation.duty.nobody"), !on && others.length === 0);
}

/** Shows who is on duty, and lets the reader change their own part. */
export async function makeDuty() {
  const choice = byId("on-duty");
  choice.addEventListener("change", async () => {
    try {
      show(await ask("PUT", path, { on: choice.checked }));
    } catch (error) {
      choice.checked = !choice.checked;
      say(byId("duty-others"), wording(error), true);
    }
  });
  show(await ask("GET", path));
}
