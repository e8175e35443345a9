package import HTTP

private let channelsChapter = APIChapter(EmbeddedFiles["Channels/channels.json"])

extension APIFeature {
    /// A subscriber's channels, and the links that e-mails contain.
    package static func channels(
        in channels: any ChannelManaging,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: channelsChapter,
            endpoints: ChannelRoutes(channels: channels, idempotency: environment.idempotency)
                .endpoints
                + ChannelLinkRoutes(channels: channels).endpoints)
    }
}
