import Foundation

/// How to fetch a feed: the member `pull` of its definition.
///
/// It contains no secrets. It only names the environment variables that hold them.
package struct PullDefinition: Sendable {
    /// The allowed range of the size limit for a response, in megabytes.
    static let megabytes = 1...256
    /// The allowed range of the time limit for a response, in seconds.
    static let seconds = 1...600

    /// The largest size limit in bytes that a definition can set.
    package static let largestAnswer = megabytes.upperBound << 20

    let url: PullTemplate
    /// The address to fetch at midnight in place of ``url``, such as a longer file that fills gaps.
    let catchUpURL: PullTemplate?
    let query: [String: PullText]
    let headers: [String: PullText]
    /// The subjects of the requests, one each.
    let sites: PullSites
    /// The accepted media types, in lower case and without parameters.
    package let contentTypes: Set<String>
    package let schedule: PullSchedule
    let isNightly: Bool
    /// The time limit for a response, from the host look-up to the last byte.
    ///
    /// 15 seconds of silence also end it.
    package let timeout: Duration
    /// The size limit for a decompressed response, in bytes.
    package let byteLimit: Int
    /// The most requests in a day of the schedule's time zone; `nil` for no limit.
    package let callsPerDay: Int?
    /// The shortest interval between two requests to the host.
    package let spacing: Duration

    /// The host, in lower case.
    package var host: String { url.host }

    /// The environment variables that the feed needs.
    package var environmentVariables: Set<String> {
        Set([query, headers].flatMap(\.values).compactMap(\.environmentVariable))
    }

    /// The variables that requests use.
    var variables: Set<PullTemplate.Variable> {
        ([url, catchUpURL].compactMap(\.self) + [query, headers].flatMap(\.values).compactMap(\.template))
            .reduce(into: []) { $0.formUnion($1.variables) }
    }

    /// The schedule of ``url``.
    var ordinary: PullSchedule { isNightly && catchUpURL == nil ? schedule.withNight : schedule }

    /// The schedule of ``catchUpURL``; `nil` if there is none.
    var catchUp: PullSchedule? { isNightly && catchUpURL != nil ? schedule.nightly : nil }
}

extension PullDefinition: Decodable {
    private enum Member: String, CodingKey, CaseIterable {
        case url, catchUpURL, query, headers, stations, places, area, contentTypes, schedule, nightly
        case timeoutSeconds, megabytes, callsPerDay, spacingSeconds
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        url = try members.decode(PullTemplate.self, forKey: .url).checkedAddress(decoder, "url")
        catchUpURL = try members.decodeIfPresent(PullTemplate.self, forKey: .catchUpURL)?
            .checkedAddress(decoder, "catchUpURL")
        query = try members.decodeIfPresent([String: PullText].self, forKey: .query) ?? [:]
        headers = try members.decodeIfPresent([String: PullText].self, forKey: .headers) ?? [:]
        sites = try PullSites(
            stations: members.decodeIfPresent(PullSites.Stations.self, forKey: .stations),
            places: members.decodeIfPresent([PullSites.RowPlace].self, forKey: .places),
            area: members.decodeIfPresent(PullArea.self, forKey: .area), of: decoder)
        contentTypes = Set(
            try members.decode([String].self, forKey: .contentTypes).map { $0.lowercased() })
        schedule = try members.decode(PullSchedule.self, forKey: .schedule)
        isNightly = try members.decodeIfPresent(Bool.self, forKey: .nightly) ?? true
        func number(_ member: Member, _ allowed: ClosedRange<Int>) throws -> Int? {
            guard let number = try members.decodeIfPresent(Int.self, forKey: member) else { return nil }
            guard allowed.contains(number) else {
                let (least, most) = (allowed.lowerBound, allowed.upperBound)
                throw decoder.mistake(
                    at: member.rawValue, "must be a whole number from \(least) to \(most)")
            }
            return number
        }
        timeout = .seconds(try number(.timeoutSeconds, Self.seconds) ?? 60)
        byteLimit = (try number(.megabytes, Self.megabytes) ?? 16) << 20
        callsPerDay = try number(.callsPerDay, 1...1_000_000)
        spacing = .seconds(try number(.spacingSeconds, 0...3_600) ?? 1)
        try check(decoder)
    }

    private func check(_ decoder: any Decoder) throws {
        guard !contentTypes.isEmpty, contentTypes.allSatisfy({ $0.contains("/") && !$0.contains(";") }) else {
            throw decoder.mistake(at: "contentTypes", "must be a list of types such as text/csv")
        }
        if let catchUpURL {
            guard catchUpURL.host == url.host
            else { throw decoder.mistake(at: "catchUpURL", "must lead to the same host as url") }
            guard isNightly else { throw decoder.mistake(at: "catchUpURL", "is for feeds with nightly true") }
        }
        try sites.check(against: variables, of: decoder)
        let reserved: Set = ["host", "content-length", "transfer-encoding", "connection", "accept-encoding"]
        for (name, text) in headers {
            guard name.wholeMatch(of: /[A-Za-z0-9\-]+/) != nil, !reserved.contains(name.lowercased())
            else { throw decoder.mistake(at: "headers", "the header “\(name)” cannot be set") }
            try text.checkSecrecy(decoder, name, in: "headers")
        }
        for (name, text) in query { try text.checkSecrecy(decoder, name, in: "query") }
    }
}
