package import Allergens
package import Forms
package import Geography

/// An answer of a participant as the store has it, before anything is done for anonymity.
package struct StudyResponse: Sendable {
    /// The participant's number in this export, from 0 on; `nil` where answers are not linked to people.
    package var participant: Int?
    /// The participant's pseudonym in this study; `nil` where answers are not linked to people.
    package var pseudonym: String?
    package var day: CivilDate
    /// For which window of the day it is, from 1 on; `nil` where the day has one answer.
    package var window: Int?
    /// The hour in which it was answered, in hours since 1970 in UTC; `nil` if that is not known.
    package var hour: Int?
    /// Where it was answered; `nil` if that is not known.
    package var place: Coordinate?
    /// The place of its region in ``StudyPlan/regions``; `nil` outside of them.
    package var region: Int?
    /// The place of the version of its form in ``StudyPlan/forms``.
    package var form: Int
    package var consentVersion: String
    package var answers: FormAnswers

    package init(
        participant: Int?, pseudonym: String?, day: CivilDate, window: Int? = nil, hour: Int? = nil,
        place: Coordinate?, region: Int?, form: Int, consentVersion: String, answers: FormAnswers
    ) {
        (self.participant, self.pseudonym) = (participant, pseudonym)
        (self.day, self.window, self.hour) = (day, window, hour)
        (self.place, self.region, self.form) = (place, region, form)
        (self.consentVersion, self.answers) = (consentVersion, answers)
    }
}

/// The air that belongs to an answer.
package struct StudyExposure: Hashable, Sendable {
    /// Where a value comes from.
    package enum Basis: String, Hashable, Sendable, CaseIterable {
        case measured, interpolated, modelled, forecast
    }

    /// In the unit of its ``StudyMeasure``; `nil` when it is unknown.
    package var value: Double?
    /// What the same station measured in the hour of the answer; `nil` when it is unknown.
    package var hourValue: Double?
    package var station: String?
    /// Kilometres from the middle of the area that leaves to the station.
    package var distance: Double?
    /// Hours from the end of the measurement to noon of the answer's day, whose hour they do not tell; 0 for that day.
    package var age: Double?
    package var basis: Basis?

    package init(
        value: Double? = nil, hourValue: Double? = nil, station: String? = nil, distance: Double? = nil,
        age: Double? = nil, basis: Basis? = nil
    ) {
        (self.value, self.hourValue) = (value, hourValue)
        (self.station, self.distance) = (station, distance)
        (self.age, self.basis) = (age, basis)
    }

    /// Nothing is known.
    package static let unknown = StudyExposure()
}

/// A part of the air: a pollen or a pollutant.
package struct StudyMeasure: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case pollen, pollutant }

    package let kind: Kind
    /// The name of its columns, such as `birch`.
    package let name: String
    /// Such as `grains/m³`.
    package let unit: String
    /// Its name for people, by language.
    package let label: FormWording

    package init(_ kind: Kind, _ name: String, unit: String, label: FormWording) {
        (self.kind, self.name, self.unit, self.label) = (kind, name, unit, label)
    }
}

/// How many participants had a status in a week.
package struct WeeklyStatus: Hashable, Sendable {
    /// A Monday.
    package let week: CivilDate
    package let status: String
    package let count: Int

    package init(week: CivilDate, status: String, count: Int) {
        (self.week, self.status, self.count) = (week, status, count)
    }
}

/// What an export reads; a store reads all of it from one snapshot.
package protocol StudySource {
    /// Begins at the first answer.
    ///
    /// The answers are the same ones in the same order each time. They are ordered by day, and within a day by
    /// nothing that tells
    /// of people.
    func responses() throws -> () throws -> StudyResponse?

    /// The same responses without what was answered, which a store may know with less work.
    func whereabouts() throws -> () throws -> StudyResponse?

    /// How often each repeat was answered at most.
    func times() throws -> [String: Int]

    /// The air at an area that leaves, for each of the measures.
    ///
    /// It depends on nothing but the area and the hour of the answer: a value for the exact place would tell where
    /// that is.
    ///
    /// - Parameters:
    ///   - area: A cell or a region, whose middle counts.
    ///   - response: The answer.
    ///   - lag: Days before the answer, 0…7.
    ///   - measures: What is asked.
    /// - Returns: One for each of the measures.
    /// - Throws: When the air cannot be read.
    func exposures(at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure])
        throws -> [StudyExposure]
}

extension StudySource {
    package func whereabouts() throws -> () throws -> StudyResponse? { try responses() }

    package func times() throws -> [String: Int] {
        var times: [String: Int] = [:]
        let next = try responses()
        while let response = try next() { response.answers.raise(&times) }
        return times
    }
}

extension FormAnswers {
    /// Notes how often each repeat is answered, where that is more often than before.
    package func raise(_ times: inout [String: Int]) {
        for (name, list) in repeats where list.count > times[name] ?? 0 { times[name] = list.count }
    }
}

/// How many people agreed to an optional point of the consent.
package struct OptionalPoint: Sendable {
    /// From 1 on.
    package let number: Int
    /// The version of the study.
    package let version: Int
    package let words: FormWording
    /// `nil` where the number would be about too few people.
    package let agreed: Int?

    package init(number: Int, version: Int, words: FormWording, agreed: Int?) {
        (self.number, self.version, self.words, self.agreed) = (number, version, words, agreed)
    }
}

/// What a study is, for its export.
package struct StudyPlan: Sendable {
    package var title: FormWording
    /// The versions of its forms: those of one form stand together, in their order.
    package var forms: [FormDefinition]
    /// What the study calls the form whose versions ``forms`` are.
    package let names: [String]
    package var regions: [String]
    package var measures: [StudyMeasure]
    /// Days before the answer whose air has columns too, 0…7.
    package var lags: Int
    /// What nobody had to agree to.
    package var options: [OptionalPoint] = []
    /// The number of windows of a day, by the names of forms with answers to windows.
    package var windows: [String: Int] = [:]

    /// - Parameters:
    ///   - title: The title of the study.
    ///   - forms: The versions of its forms.
    ///   - names: The name of the form of each; `nil` if all are versions of the main one.
    ///   - regions: The names of regions.
    ///   - measures: The air that is joined.
    ///   - lags: Days before the answer whose air has columns too, 0…7.
    package init(
        title: FormWording, forms: [FormDefinition], names: [String]? = nil, regions: [String],
        measures: [StudyMeasure], lags: Int = 0
    ) {
        precondition((0...7).contains(lags), "there is air of the seven days before")
        self.names = names ?? forms.map { _ in Self.mainForm }
        precondition(self.names.count == forms.count, "each version is one of a form")
        (self.title, self.forms, self.regions) = (title, forms, regions)
        (self.measures, self.lags) = (measures, lags)
    }

    /// What the form is called that every study has.
    package static let mainForm = "main"

    /// For each version of a form, the places of its windows among all that a person can answer on a day.
    ///
    /// Where the day has one answer, it has the place of the first window.
    var series: [[UInt8]] {
        let all = names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
        var places: [String: [UInt8]] = [:]
        for name in all {
            let first = places.values.reduce(0) { $0 + $1.count }
            places[name] = (first..<(first + (windows[name] ?? 1))).map { UInt8($0) }
        }
        let count = places.values.reduce(0) { $0 + $1.count }
        precondition(count <= FormSet.bitWidth, "a day has at most \(FormSet.bitWidth) answers")
        return names.map { places[$0] ?? [] }
    }
}
