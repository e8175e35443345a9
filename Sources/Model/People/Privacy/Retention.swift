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
    /// Which days of a diary were deleted, without what they held.
    case deletedDays
    /// Which reminders were sent, and how they were answered.
    case reminders
    /// Which reminders of what is kept for when help is needed were sent.
    case helpReminders
    /// Which reminders of studies were sent; how many they were stays.
    case studyReminders
    /// Notices that were sent to people about their own data.
    case notices
    /// Letters to emergency contacts: their addresses, and what became of each.
    case contactLetters
    /// When people pressed SOS, and who was told.
    case sosCalls
    /// Links that people shared, with who opened them, from the end of their time on.
    case sharedLinks
    /// Health values one by one; the figures of their days stay.
    case metricValues

    /// The number of days after which it is deleted.
    ///
    /// 400 days let people compare a season with the one before. Half a year is long enough to investigate
    /// what somebody did to an account. A device that has been without a network for a month no longer brings
    /// back a day that was deleted meanwhile. What became of a reminder concerns nobody after a month. A
    /// device that sends values again after two weeks without a network is rare.
    package var days: Int {
        switch self {
        case .inbox, .reports, .confirmations, .messages: 400
        case .flags, .audit: 180
        case .deletedDays, .reminders, .helpReminders, .studyReminders: 30
        case .notices, .contactLetters, .sosCalls, .sharedLinks: 90
        case .metricValues: 14
        }
    }
}
