package import Forms
package import Foundation

/// What researchers write to all who take part in a study, or to one of them.
package struct StudyMessage: Hashable, Sendable {
    /// The most characters in a language.
    package static let longest = 2_000
    /// The most messages of a study within a day, to all and to each person.
    package static let mostADay = 3
    /// A day, in seconds.
    package static let day: TimeInterval = 86_400
    /// The most messages that are listed, the latest.
    package static let mostListed = 50

    package let number: Int64
    /// Plain text, by language.
    package let words: FormWording
    package let written: Date
    /// The account that wrote it; `nil` after it is deleted, and for those who take part.
    package let author: String?
    /// How many people were told over their channels that there is a message; `nil` where answers belong to nobody:
    /// there it stands on the page of the study alone.
    package let told: Int?
    /// The pseudonym of the one person who reads it; `nil` for all.
    package let receiver: String?

    package init(
        number: Int64, words: FormWording, written: Date, author: String? = nil, told: Int? = nil,
        to receiver: String? = nil
    ) {
        (self.number, self.words, self.written) = (number, words, written)
        (self.author, self.told, self.receiver) = (author, told, receiver)
    }
}
