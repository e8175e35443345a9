package import HTTP

private let messagesChapter = APIChapter(EmbeddedFiles["Messages/messages.json"])

extension APIFeature {
    /// Messages from the public to the operators of the service.
    package static func messages(
        to messages: any MessageStore,
        isMailed: Bool,
        records: any PersonalRecords,
        signInService: any SigningIn,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: messagesChapter,
            endpoints: MessageRoutes(
                personalRecords: records, messageStore: messages, isMailed: isMailed,
                signInService: signInService,
                environment: environment, gate: environment.accessControl, limits: environment.signInLimits
            ).endpoints)
    }
}
