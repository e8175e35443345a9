// Apple's export of health data: what is measured, put together by day, so that nothing else leaves the device.

/** Apple's names of what is kept here; all others are passed over. */
const kinds = {
  HeartRate: "heartRate", RestingHeartRate: "restingHeartRate", RespiratoryRate: "respiratoryRate", OxygenSaturation: "oxygenSaturation",
  PeakExpiratoryFlowRate: "peakFlow", InhalerUsage: "inhalerUses", BodyTemperature: "bodyTemperature", BloodPressureSystolic: "systolicPressure",
  BloodPressureDiastolic: "diastolicPressure", BodyMass: "weight",
};
const counted = new Set(["inhalerUses"]);
const typeOf = new RegExp(`\\stype="HKQuantityTypeIdentifier(${Object.keys(kinds).join("|")})"`);
const attributes = ["unit", "value", "startDate", "sourceName"];
const patterns = Object.fromEntries(attributes.map((name) => [name, new RegExp(`\\s${name}="([^"]*)"`)]));
const record = "<Record ";

/** Gathers the figures of each day from the text of `export.xml`, which comes in pieces. */
export class AppleHealth {
  /** For each kind and unit: for each day, for each source: its figures. */
  #series = new Map();
  #rest = "";
  #isHealthData = false;

  /** Reads a piece of the text. */
  read(piece) {
    const text = this.#rest + piece;
    let start = text.indexOf(record);
    this.#isHealthData ||= text.includes("<HealthData");
    while (start >= 0) {
      const end = text.indexOf(">", start);
      if (end < 0) break;
      this.#note(text.slice(start, end));
      start = text.indexOf(record, end);
    }
    // What may be the beginning of a record is kept for the next piece.
    this.#rest = start >= 0 ? text.slice(start) : text.slice(-record.length);
  }

  #note(tag) {
    const type = typeOf.exec(tag)?.[1];
    if (!type) return;
    const [unit, number, date, source] = attributes.map((name) => patterns[name].exec(tag)?.[1]);
    const value = Number(number);
    if (!number || !Number.isFinite(value) || !/^\d{4}-\d\d-\d\d /.test(date ?? "")) return;
    const days = entry(this.#series, `${kinds[type]} ${unit}`, () => ({ kind: kinds[type], unit, days: new Map() })).days;
    const sources = entry(days, date.slice(0, 10), () => new Map());
    const figures = entry(sources, source ?? "", () => ({ count: 0, sum: 0, low: Infinity, high: -Infinity }));
    figures.count += 1;
    figures.sum += value;
    figures.low = Math.min(figures.low, value);
    figures.high = Math.max(figures.high, value);
  }

  /**
   * The series that were found; throws if the text was of something else.
   *
   * Several devices measure the same heart: of a day, the one with most values stands, and of counts the highest.
   */
  result() {
    if (!this.#isHealthData) throw new Error("apple");
    return [...this.#series.values()].map(({ kind, unit, days }) => {
      const best = [...days].map(([day, sources]) => {
        const rank = counted.has(kind) ? "sum" : "count";
        const { count, sum, low, high } = [...sources.values()].reduce((one, other) => (other[rank] > one[rank] ? other : one));
        return { day, count, low, mean: Math.min(high, Math.max(low, sum / count)), high };
      }).sort((one, other) => (one.day < other.day ? -1 : 1));
      return { kind, unit, count: best.reduce((sum, { count }) => sum + count, 0), days: best };
    });
  }
}

function entry(map, key, make) {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
