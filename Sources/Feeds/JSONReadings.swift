package import Allergens
package import Foundation

/// Reads the body of an upload as JSON: `{"readings":[{"allergen":"birch","day":"2020-04-08","value":312}]}`.
///
/// An entry has `allergen`, `value` and either `day` or `time`, and may have `station`, `unit` and, with `day`,
/// `forecast` for the day after. Whatever is wrong with one entry turns that entry away and no other.
package struct JSONReadings {
    private var intake: Intake

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: The bytes of the upload.
    ///   - stations: The stations that are known.
    ///   - taxonomy: What allergens may be called.
    ///   - now: The instant after which nothing can have been measured.
    ///   - only: The station whose key was shown: entries of others are turned away, and entries without one are
    ///     its own.
    /// - Returns: One batch of all entries, whose lines are places in the list, counted from 1.
    /// - Throws: ``FeedFailure`` when the body as a whole is not of the form.
    package static func read(
        _ body: Data, stations: [Station.ID: Station], taxonomy: Taxonomy = .standard, now: Date,
        only: Station.ID? = nil
    ) throws(FeedFailure) -> FeedBatch {
        guard !body.isEmpty else { throw .malformedJSON }
        guard body.count <= FeedLimits.jsonBytes else { throw .bodyTooLong }
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
        intake.batch.rowsRead += 1
        do throws(MemberFault) {
            try keep(entry, line: place)
        } catch {
            let value = entry.members?[error.member]?.display ?? ""
            intake.batch.rejected.append(
                RejectedRow(line: place, column: error.member, value: value, rejection: error.rejection))
        }
    }

    private mutating func keep(_ entry: JSONEntry, line: Int) throws(MemberFault) {
        let members = try entry.checkedMembers()
        let place = try place(in: members)
        let allergen = try allergen(in: members)
        let (period, periodName) = try period(in: members, at: place)
        try checkUnit(in: members, of: allergen)
        let forecast = try number("forecast", in: members, of: allergen)
        if members["value"] == nil, forecast == nil { throw MemberFault("value", .missing) }
        if forecast != nil, periodName == "time" {
            throw MemberFault(
                "forecast", .unreadable("a forecast is for the day after a day; give day and not time"))
        }
        let value = try number("value", in: members, of: allergen)
        do throws(ReadingRejection) {
            try intake.keep(value, forecast: forecast, of: allergen, at: place, in: period, line: line)
        } catch {
            throw MemberFault(periodName, error)
        }
    }
}

// MARK: - Members

/// A member of an entry that cannot be kept, and why.
struct MemberFault: Error {
    let member: String
    let rejection: ReadingRejection

    init(_ member: String, _ rejection: ReadingRejection) {
        self.member = member
        self.rejection = rejection
    }
}

extension JSONReadings {
    private mutating func place(in members: [String: JSONMember]) throws(MemberFault) -> Place {
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
        in members: [String: JSONMember], at place: Place
    ) throws(MemberFault) -> (Reading.Period, name: String) {
        let day = try members.text("day")
        let time = try members.text("time")
        if day != nil, time != nil {
            throw MemberFault("time", .unreadable("give either day or time, not both"))
        }
        let name = time == nil ? "day" : "time"
        guard let text = day ?? time else { throw MemberFault("day", .missing) }
        do throws(ReadingRejection) {
            let period = try name == "day" ? Stamp.day(text) : Stamp.hour(text)
            try intake.admit(period, at: place)
            return (period, name)
        } catch {
            throw MemberFault(name, error)
        }
    }

    private func checkUnit(in members: [String: JSONMember], of allergen: Allergen) throws(MemberFault) {
        guard let spelling = try members.text("unit") else { return }
        do throws(ReadingRejection) {
            try intake.admit(unit: Allergens.ConcentrationUnit(spelling: spelling), of: allergen)
        } catch {
            throw MemberFault("unit", error)
        }
    }

    private func number(
        _ name: String, in members: [String: JSONMember], of allergen: Allergen
    ) throws(MemberFault) -> Double? {
        switch members[name] {
        case nil, .absent: return nil
        case .number(let number):
            do throws(ReadingRejection) {
                try ReadingRules.admit(value: number, of: allergen)
            } catch {
                throw MemberFault(name, error)
            }
            // Minus zero is zero.
            return number + 0.0
        case .text, .other: throw MemberFault(name, .unreadable("must be a number, without quotes"))
        }
    }
}

extension Stamp {
    fileprivate static func day(_ text: String) throws(ReadingRejection) -> Reading.Period {
        guard let stamp = read(text, as: .day) else { throw .impossibleDate }
        return .day(stamp.day)
    }

    fileprivate static func hour(_ text: String) throws(ReadingRejection) -> Reading.Period {
        guard let stamp = read(text, as: .internet) else { throw .impossibleTime }
        return .hour(ending: Date(timeIntervalSince1970: Double(stamp.secondsSinceEpoch)))
    }

    private static func read(_ text: String, as form: StampForm) -> Stamp? {
        let bytes = Array(text.utf8)
        return bytes.span.stamp(of: Cell(start: 0, end: bytes.count), as: [form])
    }
}
