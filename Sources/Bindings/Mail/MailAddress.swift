/// An e-mail address that every gateway accepts: `local@domain` in ASCII.
///
/// It excludes parts of RFC 5321 and RFC 5322 that no mailbox in use has: quoted local parts, comments, and
/// bracketed machine addresses. Domains with other letters use their ASCII form (`xn--…`).
package struct MailAddress: Hashable, Sendable {
    /// The address as given.
    package let text: String

    /// Parses an address.
    ///
    /// Returns `nil` if it is invalid or too long.
    ///
    /// RFC 5321, section 4.5.3.1, allows 64 characters before the `@`, 254 in all.
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, Self.isLocalPart(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        self.text = text
    }

    /// The domain that receives its mail.
    package var domain: Substring { text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...] }

    /// Whether a text is a dot-atom (RFC 5322, section 3.2.3).
    private static func isLocalPart(_ text: Substring) -> Bool {
        let special: Set<Character> = Set("!#$%&'*+-/=?^_`{|}~")
        let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && atoms.allSatisfy { atom in
                !atom.isEmpty && atom.allSatisfy { isLetterOrDigit($0) || special.contains($0) }
            }
    }

    /// Whether a text has at least two labels of letters, digits and inner hyphens.
    ///
    /// The last label must not be a number (RFC 1123, section 2.1).
    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, !last.allSatisfy(\.isNumber) else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
        }
    }

    private static func isLetterOrDigit(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}
