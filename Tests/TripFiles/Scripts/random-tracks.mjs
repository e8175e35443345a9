// The tracks of RandomTrack.swift: what depends on a seed there is the same here, because all of it is whole numbers.

const mask = (1n << 64n) - 1n;

/** SplitMix64 by Sebastiano Vigna. */
export class SeededGenerator {
  #state;

  constructor(seed) {
    this.#state = BigInt(seed);
  }

  /** A whole number from 0 that is less than the bound. */
  draw(bound) {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & mask;
    let mixed = this.#state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((mixed ^ (mixed >> 31n)) % BigInt(bound));
  }
}

const speeds = [1, 1, 2, 3, 4, 5, 6, 9, 15, 30, 60, 95, 230];
const starts = [[11_560_000, 48_140_000], [179_990_000, -16_800_000], [-179_995_000, 64_000_000], [20_000_000, 88_900_000], [0, 0], [2_350_000, 48_860_000]];
const within = (value, low, high) => Math.min(Math.max(value, low), high);

export class RandomTrack {
  #generator;
  #longitude;
  #latitude;
  #time = 1_780_000_000_000;
  #speed = 1;
  #heading = { east: 0, north: 0 };
  fixes = [];
  stops = [];
  settings;

  constructor(seed) {
    this.#generator = new SeededGenerator(seed);
    this.settings = seed % 3 === 0 ? { cyclistSpeed: 4 + (seed % 17) / 2 } : {};
    [this.#longitude, this.#latitude] = starts[seed % 6];
    this.#turn();
    for (let index = 0; index < 240; index += 1) {
      if (index > 0) this.#move();
      this.fixes.push(this.#fix());
    }
    for (let count = 0; count < 14; count += 1) this.stops.push(this.#stop());
  }

  #draw(bound) {
    return this.#generator.draw(bound);
  }

  #turn() {
    this.#speed = speeds[this.#draw(speeds.length)];
    this.#heading = { east: this.#draw(2_001) - 1_000, north: this.#draw(2_001) - 1_000 };
  }

  #move() {
    if (this.#draw(25) === 0) this.#turn();
    const elapsed = this.#elapsed();
    this.#time += elapsed;
    this.#longitude += Math.trunc((this.#speed * elapsed * 9 * this.#heading.east) / 1_000_000);
    this.#latitude += Math.trunc((this.#speed * elapsed * 9 * this.#heading.north) / 1_000_000);
    this.#latitude = within(this.#latitude, -89_900_000, 89_900_000);
    while (this.#longitude > 180_000_000) this.#longitude -= 360_000_000;
    while (this.#longitude < -180_000_000) this.#longitude += 360_000_000;
  }

  #elapsed() {
    const kind = this.#draw(60);
    if (kind === 0) return -this.#draw(20_000);
    if (kind === 1) return 0;
    if (kind === 2) return this.#draw(900_000);
    return this.#draw(kind === 3 ? 8_000_000 : 25_000);
  }

  #fix() {
    const kind = this.#draw(40);
    const altitude = kind === 0 ? 7_000 : kind < 10 ? null : this.#draw(3_000);
    const accuracy = kind === 39 ? 30 + this.#draw(20) : kind < 20 ? null : this.#draw(30);
    return { longitude: this.#longitude / 1_000_000, latitude: this.#latitude / 1_000_000, time: this.#time, altitude, accuracy };
  }

  #stop() {
    const place = this.fixes[this.#draw(this.fixes.length)];
    const kind = this.#draw(3) === 0 ? "airport" : "station";
    const reach = kind === "airport" ? 20_000 : 600;
    const [east, north] = [this.#draw(2 * reach + 1) - reach, this.#draw(2 * reach + 1) - reach];
    return { kind, longitude: within(place.longitude + east / 1_000_000, -180, 180), latitude: within(place.latitude + north / 1_000_000, -90, 90) };
  }
}

/** The fixes that are later than all before them. */
export function inOrder(fixes) {
  const found = [];
  for (const fix of fixes) if (found.length === 0 || found.at(-1).time < fix.time) found.push(fix);
  return found;
}

/** Values around a fix for a day, with gaps. */
export function gridAround({ longitude, latitude, time }, seed) {
  const [columns, rows, hours] = [20, 16, 24];
  const values = Array.from({ length: columns * rows * hours }, (_, index) => ((index * 31 + seed) % 11 === 0 ? null : ((index * 29 + seed) % 97) / 4));
  return { origin: { longitude: longitude - 1 < -180 ? longitude + 359 : longitude - 1, latitude: Math.max(latitude - 0.75, -90) }, step: 0.125, columns, rows, start: time - 1_800_000, values };
}
