// What Google keeps of where people were: the phone's export of the Timeline, on Android and on iOS, and Takeout's
// `Records.json`, `Timeline Edits.json` and semantic location history. Google documents none of them (locationhistoryformat.com describes them).

import { numberOf, numberOrNull } from "./trip-gathering.js";
import { momentOf, timeOf } from "./trip-times.js";

const pair = /^\s*(?:geo:)?\s*(-?\d+(?:\.\d+)?)\s*°?\s*,\s*(-?\d+(?:\.\d+)?)\s*°?/;
const minute = 60_000;

/** A place in text, as `48.1372°, 11.5755°` or `geo:48.1372,11.5755`. */
function placeOf(text) {
  const parts = pair.exec(text?.latLng ?? text ?? "");
  return { latitude: numberOf(parts?.[1]), longitude: numberOf(parts?.[2]), said: text?.latLng ?? text };
}

/** Ten-millionths of a degree; older exports have some that went once around 32 bits. */
function placeOfE7(latitude, longitude) {
  const degrees = (count, most) => (count > most * 1e7 ? count - 2 ** 32 : count) / 1e7;
  return { latitude: degrees(numberOf(latitude), 90), longitude: degrees(numberOf(longitude), 180), said: `${latitude}, ${longitude}` };
}

const firstTime = (text, count) => (text === undefined ? momentOf(count) : timeOf(text));

/** What kind of element this is; null if it is none of Google's. */
export function googleKind(element) {
  if ("latitudeE7" in element) return "records";
  if (element.position?.LatLng !== undefined) return "signal";
  if (element.rawSignal) return "edit";
  if (element.activitySegment || element.placeVisit) return "semantic";
  if (Array.isArray(element.timelinePath) || ("startTime" in element && ["activity", "visit", "timelineMemory"].some((name) => name in element))) return "timeline";
  return ["wifiScan", "activityRecord", "inferredSemanticSegment", "userEditedSemanticSegment"].some((name) => name in element) ? "other" : null;
}

/** The fixes of a record of `Records.json`. */
function ofRecord(element) {
  const place = placeOfE7(element.latitudeE7, element.longitudeE7);
  place.time = firstTime(element.timestamp, element.timestampMs);
  place.altitude = numberOrNull(element.altitude);
  place.accuracy = numberOrNull(element.accuracy);
  return [place];
}

function ofSignal({ position, timestamp }) {
  const place = placeOf(position.LatLng);
  place.time = timeOf(position.timestamp ?? timestamp);
  place.altitude = numberOrNull(position.altitudeMeters);
  place.accuracy = numberOrNull(position.accuracyMeters);
  return [place];
}

/** What a phone measured, as Takeout keeps it: in ten-millionths of a degree and in millimetres. */
function* ofEdit({ rawSignal }) {
  const position = rawSignal.signal?.position;
  if (!position?.point) return;
  const accuracy = numberOrNull(position.accuracyMm);
  yield {
    ...placeOfE7(position.point.latE7, position.point.lngE7), time: timeOf(position.timestamp),
    altitude: numberOrNull(position.altitudeMeters), accuracy: accuracy === null ? null : accuracy / 1_000,
  };
}

/** The path of a stretch of the Timeline, whose points have times, or minutes since its start. */
function* ofTimeline({ startTime, endTime, timelinePath, activity }) {
  const start = timeOf(startTime);
  for (const { point, time, durationMinutesOffsetFromStartTime: minutes } of timelinePath ?? []) {
    yield { ...placeOf(point), time: time === undefined && minutes !== undefined ? { ...start, milliseconds: start.milliseconds + Number(minutes) * minute } : timeOf(time) };
  }
  if (activity?.start) yield { ...placeOf(activity.start), time: start, isEnd: true };
  if (activity?.end) yield { ...placeOf(activity.end), time: timeOf(endTime), isEnd: true };
}

/** Where a journey of the semantic history began and ended, and the points in between that have times. */
function* ofSemantic({ activitySegment }) {
  if (!activitySegment) return;
  const { startLocation, endLocation, duration = {}, simplifiedRawPath } = activitySegment;
  const points = (simplifiedRawPath?.points ?? []).map(({ latE7, lngE7, timestamp, timestampMs, accuracyMeters }) => ({
    ...placeOfE7(latE7, lngE7), time: firstTime(timestamp, timestampMs), accuracy: numberOrNull(accuracyMeters),
  }));
  const end = (location, time) => (location?.latitudeE7 === undefined ? [] : [{ ...placeOfE7(location.latitudeE7, location.longitudeE7), time }]);
  yield* end(startLocation, firstTime(duration.startTimestamp, duration.startTimestampMs));
  yield* points;
  yield* end(endLocation, firstTime(duration.endTimestamp, duration.endTimestampMs));
}

const readers = { records: ofRecord, signal: ofSignal, edit: ofEdit, timeline: ofTimeline, semantic: ofSemantic, other: () => [] };

/** The fixes of an element of a kind; those that are the ends of an activity have `isEnd`. */
export const googleFixes = (kind, element) => readers[kind](element);
