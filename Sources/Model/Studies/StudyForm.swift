package import Forms

/// A form that a study asks beside its main one, with the days on which it is asked.
///
/// It is published with the words of the study, and so is its schedule: an answer to a version is judged by the
/// schedule of that version. The schedule of the main form is one of ``StudySettings``.
package struct StudyForm: Hashable, Sendable {
    /// What a form is called within its study, in addresses and in the names of columns.
    package struct Name: RawRepresentable, Hashable, Sendable, Codable {
        /// The form that every study has.
        package static let main = Name(known: "main")
        /// The most characters of a name.
        package static let longest = 20
        package let rawValue: String

        private init(known: String) { rawValue = known }

        /// Reads a name; `nil` unless it is a small letter of English with up to 19 small letters, digits and hyphens.
        package init?(rawValue: String) {
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard rawValue.utf8.count <= Self.longest, rawValue.utf8.first.map(letters.contains) == true,
                rawValue.utf8.allSatisfy({
                    letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
                })
            else { return nil }
            self.rawValue = rawValue
        }
    }

    package let name: Name
    package var schedule: StudySchedule
    package var definition: FormDefinition

    package init(_ name: Name, _ schedule: StudySchedule, _ definition: FormDefinition) {
        (self.name, self.schedule, self.definition) = (name, schedule, definition)
    }
}

extension StudyForm: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, schedule
        case definition = "form"
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let written = try members.decode(StudyScheduleDocument.self, forKey: .schedule)
        guard let schedule = written.schedule(note: { _, _ in }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .schedule, in: members, debugDescription: "This is no schedule.")
        }
        self.init(
            try members.decode(Name.self, forKey: .name), schedule,
            try members.decode(FormDefinition.self, forKey: .definition))
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(name, forKey: .name)
        try members.encode(StudyScheduleDocument(schedule), forKey: .schedule)
        try members.encode(definition, forKey: .definition)
    }
}
