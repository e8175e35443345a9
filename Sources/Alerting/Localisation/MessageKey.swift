package import Alerts
package import Allergens
package import HealthMetrics
package import Help
package import Observations

/// The keys of all messages that are worded in every language.
package enum MessageKey: Hashable, Sendable {
    /// The subject of an alert, as far as the wording depends on it.
    package enum Subject: String, CaseIterable, Sendable {
        case station, forecast
        /// Reports by people who suspect a cause.
        case reports
        /// Reports by people who do not know the cause.
        case unsure
    }

    /// How the air at the reader's places is known.
    package enum Nearness: String, CaseIterable, Sendable {
        /// The station is inside one of them.
        case inside
        /// The station is outside all of them.
        case away
        /// The value comes from the map, not from a station.
        case modelled
        /// People reported there.
        case reports
    }

    /// The category of a warning, as CAP names an event.
    package enum Event: String, CaseIterable, Sendable {
        case pollen, spore, pollutant, reports
    }

    /// The subject of a mail about an account.
    package enum AccountMatter: String, CaseIterable, Sendable {
        case signUp, knownAddress, reset, change, changed, newPassword

        /// Whether the mail has a link.
        var hasLink: Bool { self != .changed }
    }

    /// The parts of a mail about an account.
    package enum AccountPart: String, CaseIterable, Sendable {
        case subject, body, link, otherwise
    }

    /// What a notice tells.
    package enum NoticeMatter: String, CaseIterable, Sendable {
        case linkOpened, linkLocked, metricOutside, metricHigher, metricLower, feedSilent, alertFlagged
        case articleSubmitted, articleReturned, articleAccepted, articlePublished, articleRetired
        case studyMessage
    }

    /// The parts of a notice.
    package enum NoticePart: String, CaseIterable, Sendable {
        case subject, body
    }

    /// The parts of a letter to an emergency contact.
    package enum ContactPart: String, CaseIterable, Sendable {
        case subject, body, link, otherwise
    }

    /// The parts of a letter that invites to a study.
    package enum StudyLetterPart: String, CaseIterable, Sendable {
        case subject, body, contact, link, about, otherwise
    }

    /// The parts of a reminder of a study, and of the page on which it is stopped.
    package enum StudyReminderPart: String, CaseIterable, Sendable {
        case title, body, entry, question, stop, stopped
    }

    /// What the page of a contact says.
    package enum ContactPage: String, CaseIterable, Sendable {
        case title, question, agreed, declined, old
    }

    case account(AccountMatter, AccountPart), notice(NoticeMatter, NoticePart)
    case headline(Subject, Alert.Message), title(Subject, Alert.Message), headlineWithComment
    case finding(Alert.Message), value
    case source(Alert.Kind, Basis)
    case reported(Subject), withdrawn, disowned, confirmed, symptoms, comment
    case place(Nearness)
    case crossReaction, refers(Alert.Message), times, advice, disclaimer
    case level(Level), basis(Basis), unit(ConcentrationUnit), symptom(Symptom)
    case airQuality(AirQualityCategory), airAdvice(AirQualityAdvice)
    case quote, unknownCause
    /// Precedes text about a person in the reader's care.
    case forPerson
    case digestSubject, digestIntroduction
    case confirmationSubject, confirmationRequest, confirmationLink, confirmationOtherwise
    /// The texts of the pages that links in e-mails open.
    case confirmationQuestion, confirmationButton, confirmationDone, confirmationThanks
    case unsubscriptionButton, unsubscriptionQuestion, unsubscriptionDone, unsubscriptionFarewell
    case invalidLink, invalidLinkReason
    case unsubscription, details, adviceSource, testSubject, testBody
    /// A reminder of the diary, and the page that its link opens.
    case reminderTitle, reminderTitleOf, reminderBody, reminderEntry, reminderAnswers, reminderSettings
    case reminderQuestion, reminderAnswer(Reminder.Answer), reminderPutOff, reminderEnded, reminderOver
    /// A reminder of what somebody keeps, and the page that its link opens.
    case helpReminder(HelpMatter), helpAnswer(Intakes.State)
    case helpReminderBody, helpReminderEntry, helpReminderAnswers, helpReminderNoted, helpReminderOver
    /// The name of what is measured, and what lies from one value to another.
    case metric(MetricKind), metricSpan
    /// Many values outside of the reader's bounds in a short time.
    case metricOften
    /// Letters to emergency contacts, and the page that their link opens.
    case contact(ContactLetter.Purpose, ContactPart), contactAnswer(ContactInvitation.Answer)
    case contactPage(ContactPage), contactEnd, sosPosition, sosAccuracy, sosMap, sosNoPosition
    case sosValues, sosValue
    /// Letters that invite to studies, and reminders of those in which the reader takes part.
    case studyLetter(StudyLetterPart), studyReminder(StudyReminderPart)
    case event(Event), stationArea, reportArea, feedTitle, feedSubtitle

    /// A variable in a message.
    package enum Variable: String, CaseIterable, Sendable {
        case allergens, level, station, value, basis, day, count, headline, comment, number, unit, fences
        case person, distance, symptoms, profile, time, sent, expires, text, link, position, name
    }

    /// The subjects with a value: stations and forecasts.
    private static let valueSubjects: [Subject] = [.station, .forecast]

    /// Every message.
    package static let all: [MessageKey] = {
        let corrections: [Alert.Message] = [.update, .cancel]
        let kinds: [Alert.Kind] = [.station, .forecast]
        let lines = Subject.allCases.flatMap { subject in
            Alert.Message.allCases.flatMap { [headline(subject, $0), title(subject, $0)] }
        }
        let sources = kinds.flatMap { kind in Basis.allCases.map { source(kind, $0) } }
        let words =
            Level.allCases.map(level) + Basis.allCases.map(basis) + ConcentrationUnit.allCases.map(unit)
            + Symptom.allCases.map(symptom) + Event.allCases.map(event)
            + MetricKind.allCases.map(metric) + Reminder.Answer.allCases.map(reminderAnswer)
            + HelpMatter.allCases.map(helpReminder) + Intakes.State.allCases.map(helpAnswer)
            + AirQualityCategory.allCases.map(airQuality)
            + AirQualityAdvice.allCases.map(airAdvice)
        let single: [MessageKey] = [
            headlineWithComment, value, reported(.reports), reported(.unsure), withdrawn, disowned,
            confirmed, symptoms,
            comment, crossReaction, times, advice, disclaimer, quote, unknownCause, forPerson, digestSubject,
            digestIntroduction, confirmationSubject, confirmationRequest, confirmationLink,
            confirmationOtherwise, unsubscription, details, adviceSource, confirmationQuestion,
            confirmationButton, confirmationDone, confirmationThanks,
            unsubscriptionButton, unsubscriptionQuestion, unsubscriptionDone, unsubscriptionFarewell,
            invalidLink, invalidLinkReason, testSubject, testBody, stationArea, reportArea,
            feedTitle, feedSubtitle, reminderTitle, reminderTitleOf, reminderBody, reminderEntry,
            reminderAnswers, reminderSettings, reminderQuestion, reminderPutOff, reminderEnded, reminderOver,
            metricSpan, helpReminderBody, helpReminderEntry, helpReminderAnswers, helpReminderNoted,
            helpReminderOver,
            metricOften, contactEnd, sosPosition, sosAccuracy, sosMap, sosNoPosition, sosValues,
            sosValue,
        ]
        let contacts =
            ContactLetter.Purpose.allCases.flatMap { purpose in
                ContactPart.allCases.filter { purpose == .request || $0 == .subject || $0 == .body }
                    .map { contact(purpose, $0) }
            } + ContactInvitation.Answer.allCases.map(contactAnswer) + ContactPage.allCases.map(contactPage)
        let accounts = AccountMatter.allCases.flatMap { matter in
            AccountPart.allCases.filter { $0 != .link || matter.hasLink }.map { account(matter, $0) }
        }
        let notices = NoticeMatter.allCases.flatMap { matter in
            NoticePart.allCases.map { notice(matter, $0) }
        }
        let letters: [MessageKey] =
            contacts + StudyLetterPart.allCases.map(studyLetter)
            + StudyReminderPart.allCases.map(studyReminder)
        return accounts + notices + letters + lines + Alert.Message.allCases.map(finding) + sources
            + Nearness.allCases.map(place)
            + corrections.map(refers) + words + single
    }()
}

extension MessageKey {
    /// The key in the language files.
    package var key: String {
        switch self {
        case .account(let matter, let part): "account.\(matter.rawValue).\(part.rawValue)"
        case .notice(let matter, let part): "notice.\(matter.rawValue).\(part.rawValue)"
        case .headline(let subject, let message): "headline.\(subject.rawValue).\(message.rawValue)"
        case .title(let subject, let message): "title.\(subject.rawValue).\(message.rawValue)"
        case .finding(let message): "finding.\(message.rawValue)"
        case .source(let kind, let basis): "source.\(kind.rawValue).\(basis.rawValue)"
        case .reported(let subject): "reported.\(subject.rawValue)"
        case .place(let nearness): "place.\(nearness.rawValue)"
        case .refers(let message): "refers.\(message.rawValue)"
        case .level(let level): "level.\(level.rawValue)"
        case .basis(let basis): "basis.\(basis.rawValue)"
        case .unit(let unit): "unit.\(unit.rawValue)"
        case .symptom(let symptom): "symptom.\(symptom.rawValue)"
        case .airQuality(let category): "airQuality.\(category.rawValue)"
        case .airAdvice(let advice): "airAdvice.\(advice.rawValue)"
        case .metric(let kind): "metric.\(kind.rawValue)"
        case .event(let event): "event.\(event.rawValue)"
        case .reminderAnswer(let answer): "reminderAnswer.\(answer.rawValue)"
        case .helpReminder(let matter): "helpReminder.\(matter.rawValue)"
        case .helpAnswer(let answer): "helpAnswer.\(answer.rawValue)"
        case .contact(let purpose, let part): "contact.\(purpose.rawValue).\(part.rawValue)"
        case .contactAnswer(let answer): "contactAnswer.\(answer.rawValue)"
        case .contactPage(let part): "contactPage.\(part.rawValue)"
        case .studyLetter(let part): "studyLetter.\(part.rawValue)"
        case .studyReminder(let part): "studyReminder.\(part.rawValue)"
        default: "\(self)"
        }
    }

    /// The variables of a message; each of its forms may use some of these and no others.
    package var variables: Set<Variable> {
        switch self {
        case .headline(.station, _), .headline(.forecast, _), .title(.station, _), .title(.forecast, _):
            [.allergens, .level, .station, .value, .basis, .day]
        case .headline, .title: [.allergens, .count]
        case .headlineWithComment: [.headline, .comment]
        case .finding: [.allergens, .level, .value]
        case .value: [.number, .unit]
        case .source: [.station, .day]
        case .reported: [.allergens, .count]
        case .disowned: [.allergens, .station, .day]
        case .confirmed: [.count]
        case .symptoms: [.symptoms]
        case .comment: [.comment]
        case .place(.away), .place(.modelled): [.fences, .distance]
        case .place: [.fences]
        case .crossReaction: [.profile, .allergens]
        case .refers: [.time]
        case .times: [.sent, .expires]
        case .quote: [.text]
        case .forPerson: [.person, .text]
        case .digestSubject: [.count, .day]
        case .digestIntroduction: [.count]
        case .reminderTitleOf: [.person]
        case .reminderPutOff: [.time]
        case .confirmationLink, .unsubscription, .details, .adviceSource, .account(_, .link),
            .reminderEntry, .reminderAnswers, .reminderSettings, .helpReminderEntry, .helpReminderAnswers:
            [.link]
        case .account(_, .body): [.name]
        case .notice(.linkOpened, .body): [.text, .name, .time]
        case .notice(.linkLocked, .body), .notice(.articleSubmitted, .body),
            .notice(.articleReturned, .body), .notice(.articleAccepted, .body),
            .notice(.articlePublished, .body), .notice(.articleRetired, .body):
            [.text, .time]
        case .notice(.metricOutside, .body): [.name, .value, .time, .count]
        case .notice(.metricHigher, .body), .notice(.metricLower, .body): [.name, .value, .text]
        case .notice(.metricOutside, .subject): [.name]
        case .notice(.feedSilent, .body): [.name, .time]
        case .notice(.alertFlagged, .body): [.time]
        case .metricSpan: [.text, .value]
        case .contact(.request, .link), .contactEnd, .sosMap, .studyLetter(.link), .studyLetter(.about),
            .studyReminder(.entry):
            [.link]
        case .studyLetter(.subject), .studyLetter(.body): [.name]
        case .studyLetter(.contact): [.text]
        case .contact(.sos, .body): [.name, .time]
        case .contact, .contactPage: [.name]
        case .sosPosition: [.position]
        case .sosAccuracy: [.distance]
        case .sosValue: [.name, .value, .time]
        case .stationArea: [.station, .distance]
        case .reportArea: [.position]
        case .withdrawn, .advice, .disclaimer, .level, .basis, .unit, .symptom, .airQuality, .airAdvice,
            .unknownCause,
            .confirmationQuestion, .confirmationButton, .confirmationDone, .confirmationThanks,
            .unsubscriptionButton, .unsubscriptionQuestion, .unsubscriptionDone, .unsubscriptionFarewell,
            .invalidLink, .invalidLinkReason,
            .confirmationSubject, .confirmationRequest, .confirmationOtherwise, .testSubject, .testBody,
            .event, .feedTitle, .feedSubtitle, .account, .notice, .reminderTitle, .reminderBody,
            .reminderQuestion,
            .reminderAnswer, .metric, .reminderEnded, .reminderOver, .helpReminder, .helpAnswer,
            .helpReminderBody, .helpReminderNoted, .helpReminderOver,
            .metricOften, .studyLetter, .studyReminder, .contactAnswer, .sosNoPosition, .sosValues:
            []
        }
    }
}
