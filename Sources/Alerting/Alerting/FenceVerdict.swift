import Alerts
import Allergens
import Matching

/// What the air at one fence means for its owner after a station's value has changed.
struct FenceVerdict {
    /// The change of level, or `nil` when another station decides it or nothing is known of the air.
    let news: Hysteresis.Outcome?
    /// What is announced at the fence from now on.
    let announcement: Announcement?

    /// Judges the air at a fence.
    ///
    /// - Parameters:
    ///   - air: The air as seen from the changed station; `nil` when it is not known.
    ///   - fence: The fence, with what was announced there before.
    ///   - day: The day of the station's value.
    init(of air: FenceAir?, at fence: WatchingFence, on day: CivilDate) {
        // A station raises an alert only where it decides the fence's level. Any station may say that the air
        // is clean again: the station that fell may have left another one as the highest.
        guard let air, air.isSpeaker || air.level < fence.threshold else {
            news = nil
            // The value behind this day's announcement is no longer known, so it may be announced again.
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
    /// The announcement at this fence, unless it is so old that it is forgotten.
    fileprivate func announced(inForceOn day: CivilDate) -> Announcement? {
        announced.flatMap { day.daysSinceEpoch - $0.day.daysSinceEpoch <= AlertPolicy.memory ? $0 : nil }
    }
}
