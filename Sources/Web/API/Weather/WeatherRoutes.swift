import HTTP
import Hummingbird
import Observations

/// The weather at a place; positions are not recorded anywhere.
struct WeatherRoutes: Sendable {
    let weatherStore: any WeatherStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/weather", .everyone, handler: weather)] }

    @Sendable private func weather(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let position = try request.position()
        let system = try request.choice("units", among: UnitSystem.allCases) ?? .metric
        let hours = try request.choice("hours", among: HourWish.allCases) ?? .without
        let now = environment.now()
        let series = try await weatherStore.weather(around: position, at: now)
        return try request.answer(
            WeatherWire(WeatherOutlook(series, at: now), in: system, withHours: hours == .with))
    }
}

/// Whether the hours are wanted.
private enum HourWish: String, CaseIterable {
    case with = "true"
    case without = "false"
}

extension Request {
    fileprivate func choice<Choice: RawRepresentable<String>>(
        _ name: String, among choices: [Choice]
    ) throws -> Choice? {
        guard let text = text(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let allowed = choices.map(\.rawValue).joined(separator: " or ")
            throw Problem.parameter(name, "\(name) is \(allowed).")
        }
        return choice
    }
}
