package import Help

/// How much a message may disturb its reader.
///
/// The four classes of FE-40: an alarm, a reminder like a text message, an appointment like a calendar's, and what
/// is only told gently.
package enum Urgency: String, CaseIterable, Codable, Sendable {
    case alarm, reminder, appointment, gentle
}

extension Notice {
    /// That a link was used, that a device has fallen silent, or that an article went a step is told gently.
    package var urgency: Urgency {
        switch matter {
        case .linkOpened, .feedSilent, .article, .studyMessage: .gentle
        default: .alarm
        }
    }
}

extension HelpMatter {
    package var urgency: Urgency {
        switch self {
        case .intake, .doses: .reminder
        case .appointment: .appointment
        case .refill, .expiry, .injector, .review: .gentle
        }
    }
}
