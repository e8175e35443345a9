/// How long data about people is stored.
///
/// Anything not listed is stored until its owner deletes it, or the account.
package enum Retention: String, CaseIterable, Sendable, Codable {
    /// The alerts of which an account was notified, with the fences concerned.
    case inbox
    /// Who reported what, with symptoms and comment.
    ///
    /// The alert stays without them.
    case reports
    /// Who confirmed others' reports.
    case confirmations
    /// Who flagged others' reports.
    case flags
    /// Who accessed the data of an account.
    case audit
    /// Messages to the operators of the service.
    case messages

    /// The number of days after which it is deleted.
    ///
    /// 400 days let people compare a season with the one before. Half a year is long enough to investigate
    /// what somebody did to an account.
    package var days: Int {
        switch self {
        case .inbox, .reports, .confirmations, .messages: 400
        case .flags, .audit: 180
        }
    }
}
