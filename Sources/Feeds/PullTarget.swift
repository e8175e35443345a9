import Allergens
package import Foundation
import Geography

/// One thing that a feed fetches again and again: a station's file, or the only file that there is.
package struct PullTarget: Hashable, Sendable {
    /// What distinguishes it from the others of the feed: the text for `{station}`, perhaps with `, catch-up`.
    package let name: String
    /// When it is due.
    package let schedule: PullSchedule
    let template: PullTemplate
    let station: String
    let position: Coordinates?

    /// Degrees, as they are written into addresses.
    struct Coordinates: Hashable, Sendable {
        let longitude: String
        let latitude: String
    }
}

/// A request that is ready to be sent.
package struct PullRequest: Sendable {
    /// The address with everything in it, secrets included: for nobody's eyes.
    package let url: URL
    /// The address without the query: what may be remembered.
    package let publicURL: String
    package let headers: [(String, String)]
    /// The values that came from the environment.
    package let secrets: [String]
}

extension FeedDefinition {
    /// What the feed fetches; empty when nothing says how.
    package var pullTargets: [PullTarget] {
        guard let pull else { return [] }
        let plain = sites(of: pull).map { site in
            PullTarget(
                name: site.text, schedule: pull.ordinary, template: pull.url, station: site.text,
                position: site.position)
        }
        guard let url = pull.catchUpURL, let schedule = pull.catchUp else { return plain }
        return plain
            + plain.map { target in
                PullTarget(
                    name: [target.name, "catch-up"].filter { !$0.isEmpty }.joined(separator: ", "),
                    schedule: schedule, template: url, station: target.station, position: target.position)
            }
    }

    /// The request for a target.
    ///
    /// - Parameters:
    ///   - target: What is asked for.
    ///   - now: The present, of which the day depends that is asked for.
    ///   - environment: The variables that hold secrets.
    /// - Returns: `nil` when a variable is missing, or the address is none.
    package func request(
        for target: PullTarget, at now: Date, environment: [String: String]
    ) -> PullRequest? {
        guard let pull else { return nil }
        var values: [PullTemplate.Placeholder: String] = [
            .station: target.station, .day: "\(target.schedule.day(at: now))",
        ]
        values[.longitude] = target.position?.longitude
        values[.latitude] = target.position?.latitude
        var secrets: [String] = []
        func filled(_ texts: [String: PullText]) -> [(String, String)]? {
            var pairs: [(String, String)] = []
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
                switch text {
                case .template(let template): pairs.append((name, template.filled(values)))
                case .environment(let variable):
                    guard let secret = environment[variable], !secret.isEmpty else { return nil }
                    secrets.append(secret)
                    pairs.append((name, secret))
                }
            }
            return pairs
        }
        guard let query = filled(pull.query), let headers = filled(pull.headers),
            let plain = target.template.address(values),
            var parts = URLComponents(url: plain, resolvingAgainstBaseURL: true)
        else { return nil }
        parts.queryItems = query.isEmpty ? nil : query.map { URLQueryItem(name: $0.0, value: $0.1) }
        // "+" is a blank to many servers, and URLComponents leaves it as it is.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        guard let url = parts.url else { return nil }
        return PullRequest(
            url: url, publicURL: plain.absoluteString, headers: headers, secrets: secrets)
    }

    private typealias Site = (text: String, position: PullTarget.Coordinates?)

    private func sites(of pull: PullDefinition) -> [Site] {
        guard !pull.placeholders.isDisjoint(with: [.station, .longitude, .latitude]) else {
            return [("", nil)]
        }
        guard let texts = pull.stationTexts else {
            return stations.map { ($0.id.rawValue, PullTarget.Coordinates($0)) }
        }
        return texts.map { text in (text, station(called: text).map(PullTarget.Coordinates.init)) }
    }

    private func station(called text: String) -> Station? {
        let id = stationSpellings?[text.lowercased()] ?? Station.ID(rawValue: text)
        return stations.first { $0.id == id }
    }

    /// Checks what depends on the network beside the definition.
    func checkPull() throws(DefinitionMistake) {
        guard let pull else { return }
        func mistake(_ member: String, _ reason: String) -> DefinitionMistake {
            DefinitionMistake(file: "\(name).json", keyPath: "pull.\(member)", reason: reason)
        }
        let targets = pullTargets
        guard !targets.isEmpty
        else { throw mistake("url", "needs stations, and the feed has none: name a network") }
        guard Set(targets.map(\.name)).count == targets.count
        else { throw mistake("stations", "a text stands there twice") }
        if stationSpellings != nil, let texts = pull.stationTexts,
            let unknown = texts.first(where: { station(called: $0) == nil })
        {
            throw mistake("stations", "“\(unknown)” is no station of the network")
        }
        if !pull.placeholders.isDisjoint(with: [.longitude, .latitude]),
            targets.contains(where: { $0.position == nil })
        {
            throw mistake("url", "needs positions, and the feed has none: name a network")
        }
        let calls = targets.map(\.schedule.momentsPerDay).reduce(0, +)
        if let budget = pull.callsPerDay, calls > budget {
            throw mistake("callsPerDay", "\(budget) are allowed, and the schedule needs \(calls)")
        }
    }
}

extension PullTarget.Coordinates {
    init(_ station: Station) {
        func degrees(_ value: Double) -> String {
            value.formatted(
                .number.precision(.fractionLength(0...6)).grouping(.never)
                    .locale(Locale(identifier: "en_US_POSIX")))
        }
        (longitude, latitude) = (degrees(station.position.longitude), degrees(station.position.latitude))
    }
}
