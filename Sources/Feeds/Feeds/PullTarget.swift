package import Foundation
import Geography
import Observations

/// One address that a feed fetches repeatedly: a station's file, or the feed's only file.
package struct PullTarget: Hashable, Sendable {
    /// The target's name within the feed: the text for `{station}`, with `, catch-up` if applicable.
    package let name: String
    /// When it is due.
    package let schedule: PullSchedule
    /// The place of the request, for responses that do not name it.
    package let asked: AskedPlace
    /// The positions for `{longitude}` and `{latitude}`, in the order in which the request lists them.
    let positions: [Coordinate]
    let template: PullTemplate
    /// The value of `{station}`.
    let text: String
}

/// A complete request.
package struct PullRequest: Sendable {
    /// The complete address, secrets included.
    ///
    /// It must never be shown.
    package let url: URL
    /// The address without values from the environment, safe to store.
    package let publicURL: String
    package let headers: [(String, String)]
    /// The values that came from the environment.
    package let secrets: [String]
}

extension FeedDefinition {
    /// The feed's targets; empty if the feed is not fetched.
    package var pullTargets: [PullTarget] {
        guard let pull else { return [] }
        let plain = sites(of: pull).map { site in
            PullTarget(
                name: site.text, schedule: pull.ordinary, asked: site.asked, positions: site.positions,
                template: pull.url, text: site.text)
        }
        guard let url = pull.catchUpURL, let schedule = pull.catchUp else { return plain }
        return plain
            + plain.map { target in
                PullTarget(
                    name: [target.name, "catch-up"].filter { !$0.isEmpty }.joined(separator: ", "),
                    schedule: schedule, asked: target.asked, positions: target.positions, template: url,
                    text: target.text)
            }
    }

    /// Creates the request for a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - now: The current time, which determines the day to request.
    ///   - environment: The variables that hold secrets.
    /// - Returns: `nil` if a variable is missing or the address is invalid.
    package func request(
        for target: PullTarget, at now: Date, environment: [String: String]
    ) -> PullRequest? {
        guard let pull else { return nil }
        var values: [PullTemplate.Variable: String] = [
            .station: target.text, .day: "\(target.schedule.day(at: now))",
        ]
        if !target.positions.isEmpty {
            let positions = target.positions
            values[.longitude] = positions.map { Self.degrees($0.longitude) }.joined(separator: ",")
            values[.latitude] = positions.map { Self.degrees($0.latitude) }.joined(separator: ",")
        }
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
            let open = filled(pull.query.filter { $0.value.environmentVariable == nil }),
            let plain = target.template.address(values), let url = Self.address(plain, query),
            let publicURL = Self.address(plain, open)
        else { return nil }
        return PullRequest(
            url: url, publicURL: publicURL.absoluteString, headers: headers, secrets: secrets)
    }

    private static func address(_ plain: URL, _ query: [(String, String)]) -> URL? {
        guard var parts = URLComponents(url: plain, resolvingAgainstBaseURL: true) else { return nil }
        parts.queryItems = query.isEmpty ? nil : query.map { URLQueryItem(name: $0.0, value: $0.1) }
        // Many servers read "+" as a blank, and URLComponents does not escape it.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        return parts.url
    }

    private struct Site {
        let text: String
        let asked: AskedPlace
        let positions: [Coordinate]

        init(_ text: String, _ asked: AskedPlace) {
            self.text = text
            self.asked = asked
            positions = asked.position.map { [$0] } ?? []
        }

        init(_ text: String, positions: [Coordinate]) {
            self.text = text
            asked = AskedPlace()
            self.positions = positions
        }
    }

    private func sites(of pull: PullDefinition) -> [Site] {
        switch pull.sites {
        case .network where pull.variables.isDisjoint(with: [.station, .longitude, .latitude]):
            [Site("", AskedPlace())]
        case .network: stations.map { Site($0.id.rawValue, AskedPlace($0)) }
        case .texts(let texts):
            texts.map { Site($0, station(called: $0).map(AskedPlace.init) ?? AskedPlace()) }
        case .identifiers(let identifiers):
            identifiers.sorted { $0.key < $1.key }.map { text, id in
                Site(text, stations.first { $0.id == id }.map(AskedPlace.init) ?? AskedPlace(station: id))
            }
        case .places(let places): places.map { Site($0.name, AskedPlace(position: $0.position)) }
        case .area(let area):
            area.requests.enumerated().map { Site("cells \($0.offset + 1)", positions: $0.element) }
        }
    }

    /// Formats degrees with up to six decimals, about a decimetre.
    private static func degrees(_ value: Double) -> String {
        value.formatted(
            .number.precision(.fractionLength(0...6)).grouping(.never).locale(
                Locale(identifier: "en_US_POSIX"))
        )
    }

    func station(called text: String) -> Station? {
        let id = stationSpellings?[text.lowercased()] ?? Station.ID(rawValue: text)
        return stations.first { $0.id == id }
    }
}

extension AskedPlace {
    fileprivate init(_ station: Station) { self.init(station: station.id, position: station.position) }
}
