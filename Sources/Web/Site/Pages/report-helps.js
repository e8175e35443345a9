// What can help after a report: sourced sentences that are the same for everybody, chosen by the symptoms alone. After a
// symptom that should not wait, the signs of a severe reaction and the plan of who has it come first.

import { someWorrisome } from "./attention.js";
import { byId, element } from "./dom.js";
import { showOwn } from "./emergency-own.js";
import { text } from "./language.js";
import { placePath } from "./position.js";

const noses = ["sneezing", "runnyNose", "blockedNose", "itchyNose"];
const eyes = ["itchyEyes", "wateryEyes"];

/** Shows what can help, and the ways on from here. */
export function showHelps({ symptoms, place, person }, path) {
  const isUrgent = someWorrisome(symptoms);
  byId("done-signs").hidden = !isUrgent;
  if (isUrgent) showOwn(({ id }) => id === person);
  const has = (some) => some.some((symptom) => symptoms.has(symptom));
  const helps = ["inside", "wash", has(eyes) ? "eyes" : null, has(noses) ? "nose" : null, "agreed"];
  byId("helps").replaceChildren(...helps.filter(Boolean).map((key) => element("li", {}, text(`help.now.${key}`))));
  byId("done-place").href = placePath(place);
  byId("done-map").hidden = path === null;
  if (path !== null) byId("done-map").href = path;
}
