package import HTTP

private let privacyChapter = APIChapter(EmbeddedFiles["Privacy/privacy.json"])

extension APIFeature {
    /// What people can see and decide about the data stored on them: consents, audit, export.
    package static func privacy(
        records: any PersonalRecords,
        persons: any PersonStore,
        profiles: any ProfileStore,
        fences: any OwnFenceStore,
        diaries: any DiaryStore,
        metrics: any MetricStore,
        reminders: any ReminderStore,
        links: any SharedLinkStore,
        help: any HelpStore,
        documents: any DocumentStore,
        trips: any TripStore,
        articles: any SubmissionStore,
        studies: any StudyStore & StudyPartStore,
        inbox: any InboxStore,
        channels: any ChannelManaging,
        messages: any MessageStore,
        signInService: any SigningIn,
        withdrawal: any ConsentWithdrawing,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: privacyChapter,
            endpoints: PrivacyRoutes(
                sources: PersonalExport.Sources(
                    personalRecords: records, personStore: persons, profileStore: profiles,
                    fenceStore: fences, diaryStore: diaries, metricStore: metrics, reminderStore: reminders,
                    linkStore: links, helpStore: help, documentStore: documents, tripStore: trips,
                    submissionStore: articles, studyStore: studies, inboxStore: inbox, channels: channels,
                    messageStore: messages,
                    signInService: signInService, environment: environment),
                consentWithdrawing: withdrawal
            ).endpoints)
    }
}
