package import HTTP

extension APIFeature {
    /// The channels of a subscriber, and the links that are mailed to addresses.
    package static func channels(
        in channels: any ChannelManaging,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Channels/channels.json"]),
            endpoints: ChannelRoutes(channels: channels, idempotency: environment.idempotency)
                .endpoints
                + ChannelLinkRoutes(channels: channels).endpoints)
    }
}
