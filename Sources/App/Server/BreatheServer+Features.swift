import API
import Authentication
import Delivery
import Foundation
import HTTP
import Pulling
import Signing
import Storage

extension BreatheServer {
    /// What the features of the API are made from.
    struct Parts {
        let network: Network
        let signIn: SignInService
        let providers: ProviderSignInService
        let channels: ChannelService
        /// Whether messages to the operators are mailed.
        let isMailed: Bool
        let uploads: UploadService
        /// Signs alerts in CAP.
        let signer: XMLSigner?
        let feeds: FeedOverview
        let basemap: BasemapService
        let health: HealthService
        let authenticator: Authenticator
        let now: @Sendable () -> Date
    }
}

extension BreatheServer.Parts {
    /// Every feature of the API, in the order in which readers of its definition meet them.
    ///
    /// To add a feature is to add its value here.
    func features(in environment: APIEnvironment) -> [APIFeature] {
        let store = network.store
        let maps = MapService(network: network, now: now)
        let closing = network.accounts
        return [
            .maps(from: maps, over: basemap, stations: store, in: environment),
            .air(at: network.air, stations: store, regions: store, basemap: basemap, in: environment),
            .stations(
                in: store, reviewedBy: store, tiles: maps, regions: store, feeds: feeds, in: environment),
            .regions(in: store, in: environment),
            .alerts(in: store, signedBy: signer, in: environment),
            .reports(
                to: network.reports, moderation: store, persons: store, alerts: store, parts: store,
                in: environment),
            .accounts(
                through: signIn, authenticator: authenticator, administration: store, profiles: store,
                records: store, in: environment),
            .providers(
                through: providers, signInService: signIn, authenticator: authenticator, in: environment),
            .privacy(
                records: store, persons: store, profiles: store, fences: store, diaries: store,
                metrics: store, reminders: store, links: store, inbox: store, channels: channels,
                messages: store,
                signInService: signIn,
                withdrawal: network.consents, in: environment),
            .profile(in: store, accounts: store, closing: closing, in: environment),
            .fences(
                in: store, through: network.fences, previews: network.previews, profiles: store,
                stations: store, in: environment),
            .inbox(in: store, profiles: store, persons: store, live: network.feed, in: environment),
            .persons(in: store, closing: closing, in: environment),
            .welcome(in: store, in: environment),
            .diary(in: store, profiles: store, fences: store, air: store, in: environment),
            .reminders(in: store, profiles: store, in: environment),
            .healthMetrics(in: store, profiles: store, in: environment),
            .sharing(in: store, in: environment),
            .channels(in: channels, in: environment),
            .readings(
                to: uploads, review: store, decisions: network.readings,
                keys: StationKeyService(store: store), stations: store, in: environment),
            .research(in: store, in: environment),
            .ogc(stations: store, tiles: maps, in: environment),
            .operations(of: health),
            .messages(
                to: store, isMailed: isMailed, records: store, signInService: signIn, in: environment),
        ]
    }
}
