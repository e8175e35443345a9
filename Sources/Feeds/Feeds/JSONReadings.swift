package import Allergens
package import Foundation
package import Observations

/// Reads the body of a JSON upload: `{"readings":[{"allergen":"birch","day":"2020-04-08","value":312}]}`.
///
/// An entry has `allergen`, `value` and either `day` or `time`. It may have `station`, `unit` and `quality`.
/// With `time` it may have `hours`. With `day` it may have a `note` and a `forecast`, which is for the day
/// after or for the day `valid`, made at `issued`. A value below the limit of detection is text such as
/// `"<1"`. An error in one entry rejects that entry and no other.
package struct JSONReadings {
    private var intake: Intake

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: The bytes of the upload.
    ///   - stations: The known stations.
    ///   - taxonomy: The allergens and their names.
    ///   - now: The current time, after which no value can have been measured.
    ///   - only: The station whose key was used. Entries of other stations are rejected, and entries without
    ///     a station are its own.
    /// - Returns: One batch with all entries. Its lines are positions in the list, counted from 1.
    /// - Throws: ``FeedFailure`` if the body as a whole does not match the format.
    package static func read(
        _ body: Data, stations: [Station.ID: Station], taxonomy: Taxonomy = .standard, now: Date,
        only: Station.ID? = nil
    ) throws(FeedFailure) -> Submission {
        guard !body.isEmpty else { throw .malformedJSON }
        guard body.count <= FeedLimits.jsonBytes else { throw .bodyTooLong }
        guard body.count(where: JSONNode.beginsToken) <= FeedLimits.documentTokens else {
            throw .tooManyTokens
        }
        try JSONNode.checkEncoding(of: body)
        var reader = JSONReadings(
            intake: Intake(stations: stations, taxonomy: taxonomy, now: now, only: only))
        for (index, entry) in try entries(of: body).enumerated() {
            reader.read(entry, place: index + 1)
        }
        reader.intake.batch.bytesRead = body.count
        return reader.intake.batch
    }

    private static func entries(of body: Data) throws(FeedFailure) -> [JSONEntry] {
        do {
            return try JSONDecoder().decode(JSONBody.self, from: body).readings
        } catch let failure as FeedFailure {
            throw failure
        } catch DecodingError.dataCorrupted {
            throw .malformedJSON
        } catch {
            throw .missingMember("readings")
        }
    }

    private mutating func read(_ entry: JSONEntry, place: Int) {
        intake.batch.tally.rows += 1
        do throws(MemberFault) {
            try keep(entry, line: place)
        } catch {
            let value = entry.members?[error.member]?.display ?? ""
            intake.batch.tally.reject(
                RejectedRow(line: place, column: error.member, value: value, rejection: error.rejection))
        }
    }

    private mutating func keep(_ entry: JSONEntry, line: Int) throws(MemberFault) {
        let members = try entry.checkedMembers()
        let place = try place(in: members)
        let allergen = try allergen(in: members)
        let (extras, hours) = try extras(in: members)
        let (period, periodName) = try period(in: members, at: place, extras: extras, hours: hours)
        let factor = try factor(in: members, of: allergen)
        var row = extras
        row.forecast = try number("forecast", in: members, of: allergen, factor: factor)
        if members["value"] == nil, row.forecast == nil, row.note == nil {
            throw MemberFault("value", .missing)
        }
        if row.forecast != nil, periodName == "time" {
            throw MemberFault(
                "forecast", .unreadable("a forecast is for the day after a day; give day and not time"))
        }
        row.measured = try measured(in: members, of: allergen, factor: factor)
        do throws(ReadingRejection) {
            try intake.keep(row, of: allergen, at: place, in: period, line: line)
        } catch {
            switch error {
            case .unfitNote: throw MemberFault("note", error)
            case .expectedBeforeIssue, .expectedTooFar: throw MemberFault("valid", error)
            default: throw MemberFault(periodName, error)
            }
        }
    }
}

// MARK: - Members

/// Why an entry was rejected, and the member at fault.
struct MemberFault: Error {
    let member: String
    let rejection: ReadingRejection

    init(_ member: String, _ rejection: ReadingRejection) {
        self.member = member
        self.rejection = rejection
    }
}

extension JSONReadings {
    private mutating func place(in members: [String: JSONMember]) throws(MemberFault) -> RowPlace {
        let spelling = try members.text("station")
        do throws(ReadingRejection) {
            guard let spelling else { return try intake.ownPlace() }
            return try intake.place(spelled: spelling)
        } catch {
            throw MemberFault("station", spelling == nil ? .missing : error)
        }
    }

    private func allergen(in members: [String: JSONMember]) throws(MemberFault) -> Allergen {
        guard let spelling = try members.text("allergen") else { throw MemberFault("allergen", .missing) }
        do throws(ReadingRejection) {
            return try intake.allergen(spelled: spelling)
        } catch {
            throw MemberFault("allergen", error)
        }
    }

    private func period(
        in members: [String: JSONMember], at place: RowPlace, extras: RowValue, hours: Int?
    ) throws(MemberFault) -> (Reading.Period?, name: String) {
        let day = try members.text("day")
        let time = try members.text("time")
        if day != nil, time != nil {
            throw MemberFault("time", .unreadable("give either day or time, not both"))
        }
        let name = time == nil ? "day" : "time"
        guard let text = day ?? time else {
            if extras.valid != nil { return (nil, name) }
            throw MemberFault("day", .missing)
        }
        if let hours, name == "day" ? hours != 24 : hours != 1 && hours != 3 {
            throw MemberFault("hours", .unfitHours)
        }
        if extras.note != nil, name == "time" {
            throw MemberFault("note", .unreadable("a note is for a day; give day and not time"))
        }
        do throws(ReadingRejection) {
            let period = try name == "day" ? Stamp.day(text) : Stamp.hours(hours ?? 1, ending: text)
            try intake.admit(period, at: place)
            return (period, name)
        } catch {
            throw MemberFault(name, error)
        }
    }

    private func factor(
        in members: [String: JSONMember], of allergen: Allergen
    ) throws(MemberFault) -> Double {
        guard let spelling = try members.text("unit") else { return 1 }
        do throws(ReadingRejection) {
            return try intake.factor(from: FeedUnit(spelling: spelling), to: allergen)
        } catch {
            throw MemberFault("unit", error)
        }
    }

    private func measured(
        in members: [String: JSONMember], of allergen: Allergen, factor: Double
    ) throws(MemberFault) -> Measured? {
        guard case .text(let text) = members["value"], text.hasPrefix("<") else {
            return try number("value", in: members, of: allergen, factor: factor).map { Measured($0) }
        }
        do throws(ReadingRejection) {
            let limit =
                try FeedNumber.parse(text.dropFirst().trimmingCharacters(in: .whitespaces)) * factor
            try ReadingRules.admit(value: limit, of: allergen)
            return try Measured(belowLimit: limit)
        } catch {
            throw MemberFault("value", error)
        }
    }

    private func extras(
        in members: [String: JSONMember]
    ) throws(MemberFault) -> (row: RowValue, hours: Int?) {
        var row = RowValue()
        if let text = try members.text("issued") { row.issued = try issued(text) }
        if let text = try members.text("valid") {
            guard let day = CivilDate(text) else { throw MemberFault("valid", .impossibleDate) }
            row.valid = day
        }
        if let text = try members.text("quality") {
            guard let quality = ReadingQuality(word: text)
            else { throw MemberFault("quality", .unknownQuality) }
            row.quality = quality
        }
        row.note = try members.text("note")
        switch members["hours"] {
        case nil, .absent: return (row, nil)
        case .number(let hours) where [1, 3, 24].contains(hours): return (row, Int(hours))
        default: throw MemberFault("hours", .unfitHours)
        }
    }

    private func issued(_ text: String) throws(MemberFault) -> Date {
        do throws(ReadingRejection) {
            let instant = try Stamp.instant(text)
            try intake.admit(issued: instant)
            return instant
        } catch {
            throw MemberFault("issued", error)
        }
    }

    private func number(
        _ name: String, in members: [String: JSONMember], of allergen: Allergen, factor: Double
    ) throws(MemberFault) -> Double? {
        switch members[name] {
        case nil, .absent: return nil
        case .number(let number):
            do throws(ReadingRejection) {
                try ReadingRules.admit(value: number * factor, of: allergen)
            } catch {
                throw MemberFault(name, error)
            }
            // Normalise minus zero to zero.
            return number * factor + 0.0
        case .text, .other: throw MemberFault(name, .unreadable("must be a number, without quotes"))
        }
    }
}

extension Stamp {
    fileprivate static func day(_ text: String) throws(ReadingRejection) -> Reading.Period {
        guard let stamp = read(text, as: .day) else { throw .impossibleDate }
        return .day(stamp.day)
    }

    fileprivate static func hours(
        _ count: Int, ending text: String
    ) throws(ReadingRejection) -> Reading.Period {
        let end = try instant(text)
        return count == 3 ? .threeHours(ending: end) : .hour(ending: end)
    }

    fileprivate static func instant(_ text: String) throws(ReadingRejection) -> Date {
        guard let stamp = read(text, as: .internet) else { throw .impossibleTime }
        return Date(timeIntervalSince1970: Double(stamp.secondsSinceEpoch))
    }

    private static func read(_ text: String, as form: StampForm) -> Stamp? {
        let bytes = Array(text.utf8)
        return bytes.span.stamp(of: Cell(start: 0, end: bytes.count), as: [form])
    }
}
