package import HTTP

extension APIFeature {
    /// What people may see and say of what is known of them: consents, audit, export.
    package static func privacy(
        records: any PersonalRecords,
        persons: any PersonRegistry,
        profiles: any ProfileStore,
        fences: any FenceRegistry,
        inbox: any InboxStore,
        channels: any ChannelRegistry,
        messages: any MessageBox,
        signInService: any LoginOffice,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Privacy/privacy.json"]),
            endpoints: PrivacyRoutes(
                sources: PersonalExport.Sources(
                    personalRecords: records, personRegistry: persons, profileStore: profiles,
                    fenceRegistry: fences, inboxStore: inbox, channelRegistry: channels,
                    messageStore: messages, signInService: signInService, environment: environment)
            ).endpoints)
    }
}
