// The report in progress. It survives signing in and going back, and ends with the tab.

const key = "report";

/** The draft: `place`, `allergens`, `symptoms`, `strength`, `comment`, `showsName`, `person`, and the `id` under which it is sent. */
export class Draft {
  constructor() {
    const kept = read();
    this.place = kept.place ?? null;
    this.allergens = new Set(kept.allergens);
    this.symptoms = new Set(kept.symptoms);
    this.strength = kept.strength ?? null;
    this.comment = kept.comment ?? "";
    this.showsName = kept.showsName === true;
    this.person = kept.person ?? null;
    this.id = kept.id ?? null;
  }

  /** Applies a change; what is sent from now on is a new report, even if the old draft was sent. */
  keep(change = {}) {
    Object.assign(this, { id: null }, change);
    const { place, strength, comment, showsName, person, id } = this;
    write({ place, strength, comment, showsName, person, id, allergens: [...this.allergens], symptoms: [...this.symptoms] });
  }

  forget() {
    write(null);
  }

  /** The report in the server's form; without allergens, the reporter does not know what it is. */
  get report() {
    const { place, symptoms, strength, comment, showsName, person } = this;
    return {
      area: { type: "Point", coordinates: [place.lng, place.lat].map((part) => Number(part.toFixed(4))) },
      allergens: [...this.allergens], symptoms: [...symptoms],
      ...(strength && symptoms.size > 0 ? { strength } : {}),
      ...(comment.trim() ? { comment: comment.trim() } : {}), ...(person ? { person } : {}),
      showsName,
    };
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(value) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then the draft lasts as long as the page.
  }
}
