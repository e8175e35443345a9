// What may cause the symptoms: unknown, unless the reader says it. What is high at the place is offered first.

import { airNow } from "./api.js";
import { showAllergenChoice } from "./allergen-choice.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { showToggles, toggles } from "./toggles.js";
import { levelName } from "./words.js";

/** The maximum number of allergens in a report. */
const mostAllergens = 10;
/** The number of allergens that are offered first. */
const mostOffered = 4;
const felt = ["moderate", "high", "veryHigh"];
const biological = new Set(["tree", "grass", "weed", "spore"]);
const unknown = "unsure";

export function makeWhat(draft, names, own) {
  const status = byId("what-status");

  function change(key, isOn) {
    const isFull = isOn && key !== unknown && draft.allergens.size >= mostAllergens;
    status.textContent = isFull ? text("report.mostAllergens", { count: mostAllergens }) : "";
    if (isFull) return;
    if (key === unknown) draft.allergens.clear();
    else if (isOn) draft.allergens.add(key);
    else draft.allergens.delete(key);
    draft.keep();
    showToggles(byId("likely"), pressed());
    showToggles(byId("allergens"), draft.allergens);
  }

  const pressed = () => (draft.allergens.size === 0 ? new Set([unknown]) : draft.allergens);

  function offer(entries) {
    const rest = own.filter((key) => !entries.some(({ allergen }) => allergen === key));
    const choices = [
      { key: unknown, name: text("report.unsure") },
      ...entries.map(({ allergen, level }) => ({ key: allergen, name: `${names.name(allergen)}: ${levelName(level)}` })),
      ...rest.map((key) => ({ key, name: names.name(key) })),
    ].slice(0, 1 + mostOffered);
    const focused = byId("likely").contains(document.activeElement) ? document.activeElement.dataset.key : null;
    byId("likely").replaceChildren(toggles(choices, pressed(), (key) => change(key, !pressed().has(key))));
    if (focused) byId("likely").querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  offer([]);
  showAllergenChoice(byId("allergens"), names, { own, chosen: draft.allergens, onChange: change });
  byId("others").open = draft.allergens.size > 0;

  return {
    /** Offers what is high at a place; without a network, only the reader's own. */
    async offerFor(place) {
      const entries = await airNow(place).then(({ air }) => air.allergens).catch(() => []);
      const isOffered = ({ allergen, level }) => felt.includes(level) && biological.has(names.known.get(allergen)?.group);
      offer(entries.filter(isOffered).sort((a, b) => (b.index ?? 0) - (a.index ?? 0)));
    },
  };
}
