package import Alerts

/// The words of notices.
extension MessageCatalogue {
    /// A notice: what happened in a few words, and in a sentence.
    package func letter(of notice: OutgoingNotice) -> MailText {
        let matter = notice.notice.matter
        let moment = figures.moment(notice.notice.raised, in: notice.timeZone)
        let body =
            switch matter {
            case .linkOpened(let label, let recipient):
                words(
                    .notice(.linkOpened, .body),
                    [.text: quoted(label), .name: quoted(recipient), .time: moment])
            case .linkLocked(let label):
                words(.notice(.linkLocked, .body), [.text: quoted(label), .time: moment])
            }
        let subject = words(.notice(matter.message, .subject))
        return MailText(subject: addressed(subject, to: notice.person), opening: [body])
    }
}

extension Notice.Matter {
    /// The name of what happened, for programs.
    package var kind: String { message.rawValue }

    fileprivate var message: MessageKey.NoticeMatter {
        switch self {
        case .linkOpened: .linkOpened
        case .linkLocked: .linkLocked
        }
    }
}
