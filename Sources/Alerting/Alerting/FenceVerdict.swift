import Alerts
import Allergens
import Matching

/// What the air at one fence means for its owner after a station's value has changed.
struct FenceVerdict {
    /// `nil` when it is for another station to say, or nothing is known of the air.
    let news: Hysteresis.Outcome?
    /// What is announced there from now on.
    let announcement: Announcement?

    /// Judges the air at a fence.
    ///
    /// - Parameters:
    ///   - air: The air as far as the station that has changed tells it; `nil` when it is not known.
    ///   - fence: The fence, with what was announced there before.
    ///   - day: The day of the station's value.
    init(of air: FenceAir?, at fence: WatchingFence, on day: CivilDate) {
        // A station raises an alert only where it speaks for the fence. That the air is clean again counts
        // whoever says so: the station that fell may have left another one as the highest.
        guard let air, air.isSpeaker || air.level < fence.threshold else {
            news = nil
            // What was announced of this day is known no more, and may be news again.
            announcement = air == nil && fence.announced?.day == day ? nil : fence.announced
            return
        }
        var hysteresis = Hysteresis(
            threshold: fence.threshold, announced: fence.announced(inForceOn: day)?.level)
        news = hysteresis.update(to: air.level)
        announcement = hysteresis.announced.map { Announcement(level: $0, day: day) }
    }
}

extension WatchingFence {
    /// What was announced here, unless the fence has been silent for so long that it is forgotten.
    fileprivate func announced(inForceOn day: CivilDate) -> Announcement? {
        announced.flatMap { day.daysSinceEpoch - $0.day.daysSinceEpoch <= AlertPolicy.memory ? $0 : nil }
    }
}
