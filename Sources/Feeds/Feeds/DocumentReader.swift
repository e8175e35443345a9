import Allergens
import Foundation
import Geography
import Observations

/// Converts a JSON document into stations, readings, classes and regional values.
struct DocumentReader {
    let definition: FeedDefinition
    let format: JSONFormat
    let root: JSONNode
    let asked: AskedPlace
    let now: Date
    /// The only station whose readings are accepted, if a station's key was used.
    ///
    /// No regional values are accepted then.
    let only: Station.ID?
    var intake: Intake
    /// The number of the current entry, counted from 1 across all rules.
    var entry = 0
    private var seen: [EntryKey: Int] = [:]
    var regions: [Region.ID: Region] = [:]

    /// Identifies a regional entry, which a document must not repeat.
    struct EntryKey: Hashable {
        let region: Region.ID
        let subject: AirSubject
        let period: Reading.Period
        let scale: String?
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - definition: The feed.
    ///   - format: The feed's grammar.
    ///   - stations: The known stations.
    ///   - asked: The place that the request was about.
    ///   - now: The current time, after which no value can have been measured.
    ///   - only: The only station whose readings are accepted, if any.
    /// - Returns: One batch with the whole document. Its lines are entry numbers, counted from 1.
    /// - Throws: ``FeedFailure`` if the document as a whole does not match the format.
    static func read(
        _ bytes: [UInt8], of definition: FeedDefinition, as format: JSONFormat,
        stations: [Station.ID: Station], asked: AskedPlace, now: Date, only: Station.ID?
    ) throws(FeedFailure) -> Submission {
        guard !bytes.isEmpty else { throw .malformedJSON }
        let root = try JSONNode(parsing: bytes)
        var described = Submission()
        if let rule = format.stations {
            described = try readStations(of: root, by: rule, definition: definition, format: format)
        }
        let declared = described.stations.map { ($0.id, $0) }
        var reader = DocumentReader(
            definition: definition, format: format, root: root, asked: asked, now: now, only: only,
            intake: Intake(
                stations: stations.merging(declared) { _, described in described },
                taxonomy: definition.taxonomy, now: now, only: only))
        reader.intake.batch = described
        reader.entry = described.tally.rows
        for rule in format.readings {
            try root.forEach(at: rule.value) { node, bindings throws(FeedFailure) in
                try reader.read(node, bindings, by: rule)
            }
        }
        for rule in format.weather {
            try root.forEach(at: rule.value) { node, bindings throws(FeedFailure) in
                try reader.readWeather(node, bindings, by: rule)
            }
        }
        reader.intake.weather.move(into: &reader.intake.batch)
        reader.intake.batch.regions = reader.regions.values.sorted { $0.id < $1.id }
        reader.intake.batch.bytesRead = bytes.count
        return reader.intake.batch
    }

    private init(
        definition: FeedDefinition, format: JSONFormat, root: JSONNode, asked: AskedPlace, now: Date,
        only: Station.ID?, intake: Intake
    ) {
        self.definition = definition
        self.format = format
        self.root = root
        self.asked = asked
        self.now = now
        self.only = only
        self.intake = intake
    }
}

// MARK: - Entries

extension DocumentReader {
    private mutating func read(
        _ node: JSONNode?, _ bindings: NodeBindings, by rule: ValueRule
    ) throws(FeedFailure) {
        let walk = EntryWalk(root: root, bindings: bindings)
        entry += 1
        intake.batch.tally.rows += 1
        guard entry <= FeedLimits.documentEntries else { throw .tooManyDocumentEntries }
        do throws(EntryFault) {
            try keep(node, walk, by: rule)
        } catch {
            let path = error.path ?? bindings.place(of: rule.value)
            intake.batch.tally.reject(
                RejectedRow(
                    line: entry, column: path, value: error.value ?? node?.display ?? "",
                    rejection: error.rejection))
        }
    }

    private mutating func keep(
        _ node: JSONNode?, _ walk: EntryWalk, by rule: ValueRule
    ) throws(EntryFault) {
        guard let subject = try subject(in: walk, by: rule) else {
            intake.batch.tally.ignored += 1
            return
        }
        for (path, expected) in rule.fixed where walk.scalar(at: path) != expected {
            throw walk.fault(path, .unreadable("only entries with “\(expected)” are read"))
        }
        guard let text = walk.value(node, by: rule), !rule.missing.contains(where: text.isCode) else {
            intake.batch.tally.missing += 1
            return
        }
        if let failure = rule.faulty.first(where: { text.isCode($0.key) }) {
            throw EntryFault(nil, .unreadable(failure.value))
        }
        switch rule.content {
        case .concentration(let unit):
            try keepConcentration(text, in: unit, of: subject, walk, by: rule)
        case .classes(let scale, let spellings):
            try keepClass(text, of: scale, spellings, subject: subject, walk, by: rule)
        }
    }

    /// Returns the allergen or family of an entry, or `nil` if the definition ignores it.
    private func subject(in walk: EntryWalk, by rule: ValueRule) throws(EntryFault) -> AirSubject? {
        let spelling = try walk.text(of: rule.allergen)
        if format.ignored.contains(spelling) { return nil }
        if let subject = format.subjects[spelling] { return subject }
        do throws(ReadingRejection) {
            return .allergen(try intake.allergen(spelled: spelling).id)
        } catch {
            throw walk.fault(rule.allergen.path, error, value: spelling)
        }
    }

    private mutating func keepConcentration(
        _ text: String, in unit: NodeSource, of subject: AirSubject, _ walk: EntryWalk, by rule: ValueRule
    ) throws(EntryFault) {
        guard case .allergen(let id) = subject, let allergen = definition.taxonomy[id] else {
            throw walk.fault(
                rule.allergen.path,
                .unreadable("the concentration of a family is not kept; only of single allergens"),
                value: subject.key)
        }
        let spelledUnit = try walk.text(of: unit)
        guard let feedUnit = FeedUnit(spelling: spelledUnit) else {
            throw walk.fault(unit.path, .unknownUnit, value: spelledUnit)
        }
        let value: Double
        do throws(ReadingRejection) {
            value = try FeedNumber.parse(text) * feedUnit.factor(to: allergen)
            try ReadingRules.admit(value: value, of: allergen)
        } catch {
            throw EntryFault(nil, error)
        }
        switch rule.place {
        case .station, .askedStation:
            try keepReading(value, of: allergen, walk, by: rule)
        case .region, .cell, .askedCell:
            let region = try region(in: walk, by: rule)
            let period = try period(in: walk, by: rule.period, zone: region.timeZone)
            try admit(period, walk, by: rule, zone: region.timeZone)
            try note(EntryKey(region: region.id, subject: subject, period: period, scale: nil), region)
            intake.batch.regionValues.append(
                RegionValue(region: region.id, allergen: id, period: period, value: value, basis: rule.basis))
        }
    }

    private mutating func keepReading(
        _ value: Double, of allergen: Allergen, _ walk: EntryWalk, by rule: ValueRule
    ) throws(EntryFault) {
        let place = try station(in: walk, at: rule.place)
        let period = try period(in: walk, by: rule.period, zone: format.timeZone)
        do throws(ReadingRejection) {
            try intake.admit(period, at: place)
            try intake.keep(
                RowValue(measured: Measured(value)), of: allergen, at: place, in: period, line: entry)
        } catch {
            throw walk.fault(rule.period.paths.first, error)
        }
    }

    private mutating func keepClass(
        _ text: String, of scale: ClassScale, _ spellings: [String: String], subject: AirSubject,
        _ walk: EntryWalk, by rule: ValueRule
    ) throws(EntryFault) {
        guard let step = scale.step(spelled: spellings[text] ?? text) else {
            let allowed = scale.classes.map(\.code).joined(separator: ", ")
            throw EntryFault(nil, .unreadable("no class of the scale \(scale.id); allowed are \(allowed)"))
        }
        func reading(at place: ClassPlace, on day: CivilDate) -> ClassReading {
            ClassReading(
                place: place, subject: subject, day: day, scale: scale.id, code: step.code, basis: rule.basis)
        }
        switch rule.place {
        case .station, .askedStation:
            let place = try station(in: walk, at: rule.place)
            let day = try day(in: walk, by: rule.period, zone: format.timeZone)
            try admit(.day(day), walk, by: rule, zone: format.timeZone)
            intake.batch.classes.append(reading(at: .station(place.station), on: day))
        case .region, .cell, .askedCell:
            let region = try region(in: walk, by: rule)
            let day = try day(in: walk, by: rule.period, zone: region.timeZone)
            try admit(.day(day), walk, by: rule, zone: region.timeZone)
            try note(
                EntryKey(region: region.id, subject: subject, period: .day(day), scale: scale.id), region)
            intake.batch.classes.append(reading(at: .region(region.id), on: day))
        }
    }

    /// Records a regional entry and its region, and rejects duplicates.
    private mutating func note(_ key: EntryKey, _ region: Region) throws(EntryFault) {
        if let earlier = seen[key] { throw EntryFault(nil, .duplicate(ofLine: earlier)) }
        seen[key] = entry
        regions[region.id] = region
    }
}

extension String {
    /// Whether this is the same text, or the same number in another notation: 999.90 is 999.9.
    fileprivate func isCode(_ code: String) -> Bool {
        if self == code { return true }
        guard let number = Double(self) else { return false }
        return number == Double(code)
    }
}
