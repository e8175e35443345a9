// When everybody may read how often each answer was given.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { onSend, say } from "./form.js";
import { text } from "./language.js";
import { trying } from "./research-terms.js";

/** Connects the choice; `saved` is called once it is kept. */
export function connectResults(pathOf, saved) {
  onSend(byId("results-form"), () => trying("results-status", async () => {
    await ask("PUT", `${pathOf()}/results`, { results: byId("results").value });
    await saved();
    say(byId("results-status"), text("research.saved"));
  }));
}

/** Shows what the owner of a study has chosen. */
export function showResults({ study, acts }) {
  byId("results-part").hidden = !acts.includes("release");
  byId("results").value = study.results;
  say(byId("results-status"), "");
}
