/// Joins activities that follow each other and are one.
struct ActivityJoiner: Sendable {
    private let settings: TripSettings
    private(set) var activities: [TravelActivity] = []

    init(_ settings: TripSettings) { self.settings = settings }

    /// Takes the next activity, which starts when the one before has ended, or later.
    mutating func take(_ activity: TravelActivity) {
        if let ride = interrupted(by: activity) {
            activities.removeLast(2)
            activities.append(ride)
        }
        if let last = activities.last, last.mode == activity.mode,
            activity.start - last.end <= settings.longestPause
        {
            activities[activities.count - 1] = last.joined(with: activity)
        } else {
            activities.append(activity)
        }
    }

    /// The ride that goes on with an activity, and the short way on foot in between; `nil` if there is none.
    private func interrupted(by activity: TravelActivity) -> TravelActivity? {
        guard activity.mode == .car || activity.mode == .bicycle, activities.count >= 2 else { return nil }
        let ride = activities[activities.count - 2]
        let walk = activities[activities.count - 1]
        guard walk.mode == .onFoot, ride.mode == activity.mode, ride.end == walk.start,
            walk.end == activity.start, walk.end - walk.start <= settings.longestInterlude
        else { return nil }
        return ride.joined(with: walk)
    }
}
