import Alerts
import Allergens
import Foundation
import Localisation
import People

/// The content of an e-mail and its plain text; the HTML is in a file of its own.
struct EmailTemplate {
    /// A sentence with an address in it, such as "Details: https://…".
    struct Link {
        let sentence: String
        let address: String

        /// The sentence without the address, for a button.
        var label: String {
            let rest = sentence.replacing(address, with: "")
            return rest.trimmingCharacters(in: CharacterSet(charactersIn: ":").union(.whitespaces))
        }
    }

    /// The severity of an alert at a glance.
    struct Mark {
        let level: Level?
        /// The level in words; `nil` when there is none to show.
        let word: String?
        /// The link to more about this alert.
        let link: String

        init(_ alert: Alert, _ catalogue: MessageCatalogue, link: String) {
            word = catalogue.mark(of: alert)
            level = word == nil ? nil : alert.level
            self.link = link
        }
    }

    let language: Language
    let letter: MailText
    /// The marks of the mail's entries, or of its only alert.
    let marks: [Mark]
    let action: Link?
    /// A second thing to do, as a link below the button.
    let answer: Link?
    /// What the advice among the notes rests on.
    let source: Link?
    /// Small text below everything else.
    let footer: Link?

    init(
        language: Language, letter: MailText, marks: [Mark] = [], action: Link? = nil, answer: Link? = nil,
        source: Link? = nil, footer: Link? = nil
    ) {
        self.language = language
        self.letter = letter
        self.marks = marks
        self.action = action
        self.answer = answer
        self.source = source
        self.footer = footer
    }

    /// The whole mail as plain text.
    var text: String {
        var blocks = [letter.subject] + letter.paragraphs
        blocks += [action, answer, source].compactMap { $0?.sentence }
        if let footer { blocks += ["-- ", footer.sentence] }
        // "-- " on a line of its own marks a signature, whose text follows right below.
        return blocks.joined(separator: "\n\n").replacing("-- \n\n", with: "-- \n") + "\n"
    }
}
