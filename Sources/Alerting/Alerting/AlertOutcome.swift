import Alerts
import Allergens
import Matching
import Observations

/// The air at one fence, and whether the changed station decides it.
struct FenceAir {
    let level: Level
    let isSpeaker: Bool
    /// Metres to the station that decides the level.
    let distance: Double
    let modelled: FieldValue?

    /// What the stations around a fence report after one of them has changed.
    init(_ value: FenceValue, saidBy station: Station.ID) {
        level = value.level
        isSpeaker = value.stations.contains(station)
        distance = value.distance
        modelled = nil
    }

    /// The highest value of the map inside a fence, to which every station within reach contributes.
    init(modelled: FieldValue) {
        level = modelled.level
        isSpeaker = true
        distance = modelled.distance
        self.modelled = modelled
    }
}

/// What a station's value means for the fences that it decides.
struct AlertOutcome {
    /// Fences at which the map reaches the same new level.
    struct ModelledNews {
        /// The distance in metres from each fence's highest place to the nearest station.
        var fences: [Fence.Number: Double] = [:]
        var highest = 0.0

        mutating func note(_ value: FieldValue, at fence: Fence.Number) {
            fences[fence] = value.distance
            highest = max(highest, value.concentration)
        }
    }

    /// Fences that reach a new level, with their distance from the station in metres.
    private(set) var reached: [Fence.Number: Double] = [:]
    /// The fences at which the map reaches a new level, by that level.
    private(set) var modelled: [Level: ModelledNews] = [:]
    /// Whether the level is announced, and still reached, at a fence that follows stations.
    private(set) var isStillNews = false
    /// Whether the level is announced, and still reached, at a fence that follows the map.
    private(set) var isModelStillNews = false
    /// The highest value of the map at any fence that follows it.
    private(set) var highestModelled: Double?

    /// Records what a change means at one fence.
    mutating func note(
        _ news: Hysteresis.Outcome, isAnnounced: Bool, at fence: Fence.Number, _ air: FenceAir
    ) {
        if let value = air.modelled {
            highestModelled = max(highestModelled ?? 0, value.concentration)
            isModelStillNews = isModelStillNews || isAnnounced
            guard case .raise(let level) = news else { return }
            modelled[level, default: ModelledNews()].note(value, at: fence)
        } else {
            isStillNews = isStillNews || isAnnounced
            if case .raise = news { reached[fence] = air.distance }
        }
    }
}
