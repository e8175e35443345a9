package import Allergens

/// The rules for the details with which an account is opened on the site.
package enum AccountRules {
    /// The number of characters in a name.
    package static let nameLengths = 4...8
    /// The number of characters in a password, in Unicode's form NFKC.
    ///
    /// The source asks for 4 to 10 letters and digits. That is weaker than today's good practice, which we
    /// follow (NIST SP 800-63B, 3.1.1.2: at least 8, at least 64 allowed, no rules of composition, a list of
    /// common passwords).
    package static let passwordLengths = 8...128
    /// The possible ages of a person, in years.
    package static let age = 0...130

    /// Whether a text may be the name of a new account: 4 to 8 letters a–z and digits, in any case.
    ///
    /// Letters of other scripts look like these, and would let one person pass for another.
    package static func isName(_ text: String) -> Bool {
        nameLengths.contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: false
                }
            }
    }

    /// Whether somebody may have been born on a day, as seen from another day.
    package static func isBirth(_ day: CivilDate, on today: CivilDate) -> Bool {
        // 130 years, with their leap days.
        (0...(age.upperBound * 365 + 33)).contains(today.daysSinceEpoch - day.daysSinceEpoch)
    }
}
