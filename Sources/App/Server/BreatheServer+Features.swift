import API
import Authentication
import Delivery
import Foundation
import HTTP
import Storage

extension BreatheServer {
    /// What the features of the API are made from.
    struct Parts {
        let network: Network
        let signIn: SignInService
        let providers: ProviderPort
        let channels: ChannelService
        let messages: MessagePort
        let uploads: UploadPort
        let feeds: FeedPort
        let basemap: BasemapPort
        let health: HealthPort
        let authenticator: Authenticator
        let now: @Sendable () -> Date

        var persons: PersonPort { PersonPort(network: network, now: now) }
    }
}

extension BreatheServer.Parts {
    /// Every feature of the API, in the order in which readers of its definition meet them.
    ///
    /// To add a feature is to add its value here.
    func features(in environment: APIEnvironment) -> [APIFeature] {
        let store = network.store
        let tiles = TilePort(network: network, now: now)
        let stations = StationPort(network: network, now: now)
        let fences = FencePort(network: network, now: now)
        let reports = ReportPort(network: network, now: now)
        let records = RecordsPort(network: network, now: now)
        return [
            .maps(from: tiles, over: basemap, stations: store, in: environment),
            .air(
                at: AirPort(network: network, now: now), stations: store, regions: store, basemap: basemap,
                in: environment),
            .stations(
                in: store, reviewedBy: stations, tiles: tiles, regions: store, feeds: feeds, in: environment),
            .regions(in: store, in: environment),
            .alerts(in: store, in: environment),
            .reports(to: reports, moderation: reports, persons: persons, in: environment),
            .accounts(
                through: signIn, authenticator: authenticator,
                administration: AdministrationPort(network: network), profiles: store, records: records,
                in: environment),
            .providers(
                through: providers, signInService: signIn, authenticator: authenticator, in: environment),
            .privacy(
                records: records, persons: persons, profiles: store, fences: fences, inbox: store,
                channels: channels, messages: messages, signInService: signIn, in: environment),
            .profile(in: store, accounts: AccountPort(network: network, now: now), in: environment),
            .fences(in: fences, profiles: store, stations: store, in: environment),
            .inbox(
                in: store, profiles: store, persons: persons, live: LivePort(feed: network.feed),
                in: environment),
            .persons(in: persons, in: environment),
            .welcome(in: store, in: environment),
            .channels(in: channels, in: environment),
            .readings(to: uploads, review: stations, stations: store, in: environment),
            .research(in: records, in: environment),
            .ogc(stations: store, tiles: tiles, in: environment),
            .operations(of: health),
            .messages(to: messages, records: records, signInService: signIn, in: environment),
        ]
    }
}
