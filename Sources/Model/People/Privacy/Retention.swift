/// How long what is known of people is kept.
///
/// What is not listed is kept until its owner deletes it, or the account.
package enum Retention: String, CaseIterable, Sendable, Codable {
    /// What an account was told of, with the fences that it concerned.
    case inbox
    /// Who reported what, with symptoms and comment. The alert stays, without them.
    case reports
    /// Who confirmed what others reported.
    case confirmations
    /// Who found that something does not belong here.
    case flags
    /// Who came near the data of an account.
    case audit
    /// What somebody wrote to those who run the service.
    case messages

    /// Days after which it is gone.
    ///
    /// Somebody may compare a season with the one before, which 400 days reach back to. Half a year is time enough to look
    /// into what somebody did to an account.
    package var days: Int {
        switch self {
        case .inbox, .reports, .confirmations, .messages: 400
        case .flags, .audit: 180
        }
    }
}
