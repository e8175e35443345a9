package import Foundation

/// A look of a researcher at answers.
package struct StudyLook: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable, Codable {
        /// Answers were read on the page of the study.
        case read
        /// Answers were taken away in a file.
        case exported
    }

    package let kind: Kind
    package let at: Date

    package init(_ kind: Kind, at: Date) { (self.kind, self.at) = (kind, at) }
}

/// A file with answers that a researcher has taken away.
package struct TakenStudyFile: Hashable, Sendable {
    /// Its name in the path, such as `export.xlsx`.
    package let name: String
    /// How many answers it has.
    package let answers: Int
    /// The fewest people of a group in it.
    package let k: Int
    /// The SHA-256 of its bytes in hexadecimal digits.
    package let hash: String

    package init(name: String, answers: Int, k: Int, hash: String) {
        (self.name, self.answers, self.k, self.hash) = (name, answers, k, hash)
    }
}

/// A look with its place in the list of all, which grows with time.
package struct StudyLookEntry: Hashable, Sendable {
    package let number: Int64
    package let look: StudyLook
    /// The account that looked; `nil` after it is deleted, and where it is not told.
    package let name: String?
    /// What was taken away; `nil` where that is not told, and for looks on the page.
    package let file: TakenStudyFile?

    package init(number: Int64, look: StudyLook, name: String? = nil, file: TakenStudyFile? = nil) {
        (self.number, self.look, self.name, self.file) = (number, look, name, file)
    }
}
