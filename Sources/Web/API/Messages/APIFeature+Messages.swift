package import HTTP

extension APIFeature {
    /// Messages from people to those who run the service.
    package static func messages(
        to messages: any MessageBox,
        records: any PersonalRecords,
        signInService: any LoginOffice,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Messages/messages.json"]),
            endpoints: MessageRoutes(
                personalRecords: records, messageStore: messages, signInService: signInService,
                environment: environment, gate: environment.accessControl, limits: environment.signInLimits
            ).endpoints)
    }
}
