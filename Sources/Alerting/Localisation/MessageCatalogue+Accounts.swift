package import People

/// A mail about an account, with the sentence that holds its link.
package struct AccountMailText: Hashable, Sendable {
    package let letter: MailText
    /// A sentence such as "Confirm the address: https://…"; `nil` when there is no link.
    package let link: String?
}

extension MessageCatalogue {
    /// Words a mail about an account.
    ///
    /// - Parameters:
    ///   - note: What has happened.
    ///   - link: The mail's link; ignored when the mail has none.
    /// - Returns: The mail's text, and the sentence with its link.
    package func letter(of note: AccountNote, link: String) -> AccountMailText {
        let (matter, name) = Self.matter(of: note)
        return AccountMailText(
            letter: MailText(
                subject: words(.account(matter, .subject)),
                opening: [words(.account(matter, .body), [.name: name])],
                notes: [words(.account(matter, .otherwise))]),
            link: matter.hasLink ? words(.account(matter, .link), [.link: link]) : nil)
    }

    private static func matter(of note: AccountNote) -> (MessageKey.AccountMatter, name: String) {
        switch note {
        case .signUp(let name, _): (.signUp, name)
        case .knownAddress(let name): (.knownAddress, name)
        case .reset(let name, _): (.reset, name)
        case .change(let name, _): (.change, name)
        case .changed(let name): (.changed, name)
        case .newPassword(let name): (.newPassword, name)
        }
    }
}
