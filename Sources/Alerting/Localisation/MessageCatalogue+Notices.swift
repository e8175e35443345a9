package import Alerts
import Foundation
package import HealthMetrics

/// The words of notices.
extension MessageCatalogue {
    /// A notice: what happened in a few words, and in a sentence or two.
    package func letter(of notice: OutgoingNotice) -> MailText {
        let matter = notice.notice.matter
        let subject = words(.notice(matter.message, .subject), subjectValues(of: matter))
        return MailText(
            subject: addressed(subject, to: notice.person),
            opening: (matter.isOften ? [words(.metricOften)] : []) + ownWords(of: matter) + [
                words(.notice(matter.message, .body), bodyValues(of: notice))
            ])
    }

    /// What the reader wanted to be told, in the reader's words.
    private func ownWords(of matter: Notice.Matter) -> [String] {
        guard let (words, _) = matter.outside, !words.isEmpty else { return [] }
        return [words]
    }

    private func subjectValues(of matter: Notice.Matter) -> [MessageKey.Variable: String] {
        guard let first = matter.outside?.crossings.first else { return [:] }
        return [.name: words(.metric(first.kind))]
    }

    private func bodyValues(of notice: OutgoingNotice) -> [MessageKey.Variable: String] {
        func moment(_ time: Date) -> String { figures.moment(time, in: notice.timeZone) }
        let raised = moment(notice.notice.raised)
        switch notice.notice.matter {
        case .linkOpened(let label, let recipient):
            return [.text: quoted(label), .name: quoted(recipient), .time: raised]
        case .linkLocked(let label): return [.text: quoted(label), .time: raised]
        case .metricOutside(_, let crossings), .metricOutsideOften(_, let crossings):
            guard let last = crossings.max(by: { $0.time < $1.time }) else { return [:] }
            return [
                .name: words(.metric(last.kind)), .value: measured(last.value, last.kind),
                .time: moment(last.time), .count: figures.number(crossings.count),
            ]
        case .metricUnusual(let comparison):
            let usual = words(
                .metricSpan,
                [
                    .text: figures.number(comparison.usual.lowerBound),
                    .value: measured(comparison.usual.upperBound, comparison.kind),
                ])
            return [
                .name: words(.metric(comparison.kind)), .value: measured(comparison.value, comparison.kind),
                .text: usual,
            ]
        case .feedSilent(let label, let since): return [.name: quoted(label), .time: moment(since)]
        case .alertFlagged: return [.time: raised]
        case .article(_, let title): return [.text: quoted(title), .time: raised]
        case .studyMessage: return [:]
        }
    }

    /// A value with its unit.
    func measured(_ value: Double, _ kind: MetricKind) -> String {
        let number = figures.number(value)
        return kind.sign.isEmpty ? number : "\(number)\u{A0}\(kind.sign)"
    }
}

extension Notice.Matter {
    /// The name of what happened, for programs.
    package var kind: String {
        if case .metricUnusual = self { "metricUnusual" } else { message.rawValue }
    }

    /// Values outside of the person's bounds, and what the person wants to be told then.
    package var outside: (words: String, crossings: [MetricCrossing])? {
        switch self {
        case .metricOutside(let words, let crossings), .metricOutsideOften(let words, let crossings):
            (words, crossings)
        case .linkOpened, .linkLocked, .metricUnusual, .feedSilent, .alertFlagged, .article, .studyMessage:
            nil
        }
    }

    /// Whether many such notices came in a short time.
    fileprivate var isOften: Bool { if case .metricOutsideOften = self { true } else { false } }

    fileprivate var message: MessageKey.NoticeMatter {
        switch self {
        case .linkOpened: .linkOpened
        case .linkLocked: .linkLocked
        case .metricOutside, .metricOutsideOften: .metricOutside
        case .metricUnusual(let comparison): comparison.isHigher ? .metricHigher : .metricLower
        case .feedSilent: .feedSilent
        case .alertFlagged: .alertFlagged
        case .article(.submitted, _): .articleSubmitted
        case .article(.returned, _): .articleReturned
        case .article(.accepted, _): .articleAccepted
        case .article(.published, _): .articlePublished
        case .article(.retired, _): .articleRetired
        case .studyMessage: .studyMessage
        }
    }
}
