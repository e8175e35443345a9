/// Collects steps in a list, and makes each list that ends one activity.
struct StepAverager: Sendable {
    private let settings: TripSettings
    private var list: [TripStep] = []
    private(set) var joiner: ActivityJoiner

    init(_ settings: TripSettings) {
        self.settings = settings
        joiner = ActivityJoiner(settings)
    }

    /// Takes the next step, and ends the list if this changes the pace, is one more of the same, or comes late.
    mutating func take(_ step: TripStep) {
        if let last = list.last, step.end - last.end > settings.patience { flush() }
        list.append(step)
        let run = list.reversed().prefix { $0.pace == step.pace }.count
        if run < list.count, run >= settings.change, step.pace != list[0].pace {
            close(list.count - run)
        } else if run >= settings.streak {
            flush()
        }
        if let first = list.first, step.end - first.start >= settings.patience { flush() }
    }

    /// Ends the list.
    mutating func flush() { close(list.count) }

    /// Adds an activity that the steps did not tell.
    mutating func add(_ activity: TravelActivity) {
        flush()
        joiner.take(activity)
    }

    /// Makes the first steps one activity.
    private mutating func close(_ count: Int) {
        let steps = list[..<count]
        guard let first = steps.first, let last = steps.last else { return }
        let distance = steps.reduce(0) { $0 + $1.distance }
        joiner.take(
            TravelActivity(mode: mode(of: steps), start: first.start, end: last.end, distance: distance))
        list.removeFirst(count)
    }

    private func mode(of steps: ArraySlice<TripStep>) -> TravelMode {
        let vehicles = steps.count { $0.pace == .vehicle }
        let isDriven =
            settings.vehicleWeight * Double(vehicles) >= settings.footWeight * Double(steps.count - vehicles)
        if isDriven { return .car }
        guard settings.cyclistSpeed != nil else { return .onFoot }
        return 2 * steps.count { $0.isCyclable } >= steps.count ? .bicycle : .onFoot
    }
}
