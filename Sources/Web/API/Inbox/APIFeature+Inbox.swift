package import HTTP

private let inboxChapter = APIChapter(EmbeddedFiles["Inbox/inbox.json"])

extension APIFeature {
    /// The alerts of a subscriber: the inbox and the live stream.
    package static func inbox(
        in inbox: any InboxStore,
        profiles: any ProfileStore,
        persons: any PersonStore,
        experts: any ExpertStore,
        live: any LiveStreams,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: inboxChapter,
            endpoints: InboxRoutes(
                profileStore: profiles, inboxStore: inbox, personStore: persons, expertStore: experts,
                environment: environment
            ).endpoints + StreamRoutes(liveStreams: live).endpoints)
    }
}
