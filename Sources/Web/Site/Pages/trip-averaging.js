// Makes activities of steps, and joins activities; the same as `StepAverager.swift` and `ActivityJoiner.swift`.

const joined = (activity, later) => ({ mode: activity.mode, start: activity.start, end: later.end, distance: activity.distance + later.distance });

/** Joins activities that follow each other and are one. */
class ActivityJoiner {
  #settings;
  activities = [];

  constructor(settings) {
    this.#settings = settings;
  }

  take(activity) {
    const ride = this.#interrupted(activity);
    if (ride) this.activities.splice(-2, 2, ride);
    const last = this.activities.at(-1);
    if (last?.mode === activity.mode && activity.start - last.end <= this.#settings.longestPause) {
      this.activities[this.activities.length - 1] = joined(last, activity);
    } else {
      this.activities.push(activity);
    }
  }

  /** The ride that goes on with an activity, and the short way on foot in between; null if there is none. */
  #interrupted(activity) {
    const [ride, walk] = [this.activities.at(-2), this.activities.at(-1)];
    if ((activity.mode !== "car" && activity.mode !== "bicycle") || !ride) return null;
    const isWithin = walk.mode === "onFoot" && ride.mode === activity.mode && ride.end === walk.start && walk.end === activity.start;
    return isWithin && walk.end - walk.start <= this.#settings.longestInterlude ? joined(ride, walk) : null;
  }
}

/** Collects steps in a list, and makes each list that ends one activity. */
export class StepAverager {
  #settings;
  #list = [];
  #joiner;

  constructor(settings) {
    this.#settings = settings;
    this.#joiner = new ActivityJoiner(settings);
  }

  get activities() {
    return this.#joiner.activities;
  }

  /** Takes the next step, and ends the list if this changes the pace, is one more of the same, or comes late. */
  take(step) {
    const { change, streak, patience } = this.#settings;
    if (this.#list.length > 0 && step.end - this.#list.at(-1).end > patience) this.flush();
    this.#list.push(step);
    const run = this.#run(step.pace);
    if (run < this.#list.length && run >= change && step.pace !== this.#list[0].pace) this.#close(this.#list.length - run);
    else if (run >= streak) this.flush();
    if (this.#list.length > 0 && step.end - this.#list[0].start >= patience) this.flush();
  }

  /** Ends the list. */
  flush() {
    this.#close(this.#list.length);
  }

  /** Adds an activity that the steps did not tell. */
  add(activity) {
    this.flush();
    this.#joiner.take(activity);
  }

  /** How many of the last steps have this pace. */
  #run(pace) {
    let count = 0;
    while (count < this.#list.length && this.#list[this.#list.length - 1 - count].pace === pace) count += 1;
    return count;
  }

  /** Makes the first steps one activity. */
  #close(count) {
    if (count === 0) return;
    const steps = this.#list.splice(0, count);
    const distance = steps.reduce((sum, step) => sum + step.distance, 0);
    this.#joiner.take({ mode: this.#modeOf(steps), start: steps[0].start, end: steps.at(-1).end, distance });
  }

  #modeOf(steps) {
    const { vehicleWeight, footWeight, cyclistSpeed } = this.#settings;
    const vehicles = steps.filter(({ pace }) => pace === "vehicle").length;
    if (vehicleWeight * vehicles >= footWeight * (steps.length - vehicles)) return "car";
    if (cyclistSpeed === null) return "onFoot";
    return 2 * steps.filter(({ isCyclable }) => isCyclable).length >= steps.length ? "bicycle" : "onFoot";
  }
}
