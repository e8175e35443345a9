import Foundation

extension FeedDefinition {
    /// Checks the parts of the definition that depend on its network.
    func checkPull() throws(DefinitionMistake) {
        guard let pull else { return }
        func mistake(_ member: String, _ reason: String) -> DefinitionMistake {
            DefinitionMistake(file: "\(name).json", keyPath: "pull.\(member)", reason: reason)
        }
        let targets = pullTargets
        if !pull.sites.mayBeEmpty, targets.isEmpty {
            throw mistake("url", "needs stations, and the feed has none: name a network")
        }
        guard Set(targets.map(\.name)).count == targets.count
        else { throw mistake("stations", "a name stands there twice") }
        if stationSpellings != nil, case .texts(let texts) = pull.sites,
            let unknown = texts.first(where: { station(called: $0) == nil })
        {
            throw mistake("stations", "“\(unknown)” is no station of the network")
        }
        if !pull.variables.isDisjoint(with: [.longitude, .latitude]),
            targets.contains(where: \.positions.isEmpty)
        {
            throw mistake("url", "needs positions, and the feed has none: name a network or places")
        }
        let calls = targets.map(\.schedule.momentsPerDay).reduce(0, +)
        if let budget = pull.callsPerDay, calls > budget {
            throw mistake("callsPerDay", "\(budget) are allowed, and the schedule needs \(calls)")
        }
        if let complaint = foreignStations { throw mistake("url", complaint) }
    }

    /// Explains why the feed could write stations that are not its own.
    ///
    /// Returns `nil` if it cannot.
    ///
    /// Otherwise the operator of the address could overwrite every station known here.
    private var foreignStations: String? {
        switch grammar {
        case .rows(let format):
            stationSpellings == nil && !format.isOfGrid
                ? "needs a network, so that only its stations are written" : nil
        case .document(let format):
            (format.readings.map(\.place) + format.weather.map(\.place))
                .contains { !$0.isOwn(hasNetwork: stationSpellings != nil) }
                || format.stations.map { !Self.isPrefix($0.prefix) } == true
                ? Self.needsPrefix : nil
        case .stations(let format): Self.isPrefix(format.prefix) ? nil : Self.needsPrefix
        }
    }

    private static let needsPrefix =
        "needs a network, or a prefix of the stations that ends with - or _, so that only the feed’s own are written"

    /// Whether an identifier prefix keeps stations apart from those of others.
    fileprivate static func isPrefix(_ text: String) -> Bool {
        text.count > 1 && (text.hasSuffix("-") || text.hasSuffix("_"))
    }
}

extension PlaceRule {
    /// Whether the rule can only refer to regions, the feed's own stations, or stations that its definition
    /// names.
    fileprivate func isOwn(hasNetwork: Bool) -> Bool {
        switch self {
        case .station(.fixed, _), .askedStation, .region, .cell, .askedCell: true
        case .station(.path, let prefix): prefix.isEmpty ? hasNetwork : FeedDefinition.isPrefix(prefix)
        }
    }
}

extension PullSites {
    /// Whether the definition leaves the choice of sites to the operator.
    fileprivate var mayBeEmpty: Bool {
        switch self {
        case .places, .identifiers: true
        case .network, .texts, .area: false
        }
    }
}
