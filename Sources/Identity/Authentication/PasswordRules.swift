import Foundation
import People

/// Which passwords may be chosen.
enum PasswordRules {
    /// The form in which passwords are counted, compared and hashed, so that the same keys are the same password on every
    /// machine (NIST SP 800-63B, 3.1.1.2; NFKC of Unicode's annex 15).
    static func normal(_ password: String) -> String { password.precomposedStringWithCompatibilityMapping }

    /// Why a password cannot be chosen; `nil` when it can.
    ///
    /// - Parameters:
    ///   - password: In its normal form.
    ///   - names: The name and the address of whoever chooses it.
    /// - Returns: What is wrong with it.
    static func objection(to password: String, names: [String]) -> PasswordObjection? {
        let length = password.unicodeScalars.count
        if length < AccountRules.passwordLengths.lowerBound { return .tooShort }
        if length > AccountRules.passwordLengths.upperBound { return .tooLong }
        let plain = password.lowercased()
        if CommonPasswords.contains(plain) { return .common }
        let own = names.flatMap { [$0.lowercased(), String($0.lowercased().prefix { $0 != "@" })] }
        return own.contains(plain) ? .likeName : nil
    }
}

/// Passwords that many people have, at least as long as one must be.
///
/// They are those of the `passwords` list of zxcvbn 4.5.0 (Python port by Daniel Wolf, MIT licence, after Dropbox's zxcvbn)
/// with 8 characters or more, in lower case.
enum CommonPasswords {
    private static let all = Set(
        String(decoding: EmbeddedFiles["Resources/common-passwords.txt"], as: UTF8.self).split(
            separator: "\n"
        )
        .filter { !$0.hasPrefix("#!") }.map(String.init))

    static var count: Int { all.count }

    /// Whether a text in lower case is one of them.
    static func contains(_ text: String) -> Bool { all.contains(text) }
}
