import Alerts
import Caching
import People
import Synchronization

/// A cache of alerts as they are told, for readers who are told the same later.
///
/// Streams that come back together ask for the same alerts. An alert that has changed is another one here.
final class EncodedAlerts: Sendable {
    private struct Key: Hashable {
        let alert: Alert
        let language: Language
        let tone: Tone
        let isExperts: Bool
    }

    /// Some 4,000 alerts.
    private static let capacity = 8 << 20

    private let texts = Mutex(BoundedCache<Key, AlertText>(capacity: capacity))

    /// Encodes an alert, once.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - language: The language of its readers.
    ///   - tone: Their tone.
    ///   - isExperts: Whether its reporter is named in it and an expert.
    /// - Returns: The text, encoded now or before.
    func text(of alert: Alert, in language: Language, _ tone: Tone, isExperts: Bool) -> AlertText {
        let key = Key(alert: alert, language: language, tone: tone, isExperts: isExperts)
        if let known = texts.withLock({ $0[key] }) { return known }
        let text = AlertText(alert, language, tone, isExperts: isExperts)
        // The alert itself takes about as much as its text.
        texts.withLock { $0.keep(text, bytes: 2 * text.bytes.count, for: key) }
        return text
    }
}
