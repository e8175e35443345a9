import API
import Authentication
import Delivery
import Foundation
import Guide
import HTTP
import Help
import People
import Pulling
import Signing
import Site
import Trips

extension BreatheServer {
    /// What the features of the API are made from.
    struct Parts {
        let network: Network
        let signIn: SignInService
        let providers: ProviderSignInService
        let channels: ChannelService
        /// Whether there is a gateway for mail.
        let isPosted: Bool
        /// Whether messages to the operators are mailed.
        let isMailed: Bool
        let uploads: UploadService
        /// Signs alerts in CAP.
        let signer: XMLSigner?
        let feeds: FeedOverview
        let basemap: BasemapService
        let health: HealthService
        let authenticator: Authenticator
        let attention: AttentionRule
        /// The parts of help at hand that are offered.
        let helpParts: Set<HelpFeature>
        let guide: GuideParts
        let stops: StopTable
        /// Whom to name for the stops.
        let stopCredits: [String]
        /// What the carbon of trips may come from.
        let carbon: CarbonFactors
        let articles: ArticleCollection
        let support: SupportOffer
        /// Where facts about food come from, if anywhere.
        let products: (any ProductSource)?
        let pages: SitePages
        let now: @Sendable () -> Date
    }

    /// The guide in each language, and what finds its entries.
    struct GuideParts {
        let books: [Language: GuideBook]
        let search: GuideSearch

        init(_ medicalWords: MedicalWords) throws {
            books = try GuideBook.all(medicalWords)
            search = try GuideSearch(books)
        }
    }
}

extension BreatheServer.Parts {
    private func offers(_ part: HelpFeature) -> Bool { helpParts.contains(part) }

    /// Every feature of the API, in the order in which readers of its definition meet them.
    ///
    /// To add a feature is to add its value here.
    func features(in environment: APIEnvironment) -> [APIFeature] {
        let store = network.store
        let maps = MapService(network: network, now: now)
        let closing = network.accounts
        let seasons = SeasonReader(in: store, changing: maps, in: environment)
        let coming = ComingHourService(air: network.air, store: store)
        return [
            .maps(from: maps, over: basemap, stations: store, in: environment),
            .valueTiles(from: maps, in: environment),
            .stops(of: stops, credits: stopCredits),
            .air(
                at: network.air, hours: store, comingHours: coming, stations: store, regions: store,
                basemap: basemap, in: environment),
            .stations(
                in: store, reviewedBy: store, seasons: seasons, tiles: maps, regions: store, feeds: feeds,
                in: environment),
            .weather(in: store, in: environment),
            .placePages(
                PlaceSources(
                    air: network.air, hours: store, coming: coming, regions: store, weather: store,
                    alerts: store, stations: store, seasons: seasons, tiles: maps, towns: basemap,
                    basemap: basemap),
                pages: pages,
                in: environment),
            .regions(in: store, in: environment),
            .alerts(in: store, signedBy: signer, in: environment),
            .reports(
                to: network.reports, moderation: store, duty: store, persons: store, alerts: store,
                parts: store,
                profiles: store, attention: attention, in: environment),
            .accounts(
                through: signIn, authenticator: authenticator, administration: store, closing: closing,
                profiles: store, records: store, in: environment),
            .administration(of: health, acts: store, records: store, in: environment),
            .providers(
                through: providers, signInService: signIn, authenticator: authenticator, in: environment),
            .privacy(
                records: store, persons: store, profiles: store, fences: store, diaries: store,
                metrics: store, reminders: store, links: store, help: store, documents: store,
                trips: store, articles: store, studies: store,
                inbox: store, channels: channels,
                messages: store,
                signInService: signIn,
                withdrawal: network.consents, in: environment),
            .profile(in: store, accounts: store, closing: closing, in: environment),
            .fences(
                in: store, through: network.fences, previews: network.previews, profiles: store,
                stations: store, in: environment),
            .inbox(
                in: store, profiles: store, persons: store, experts: store, live: network.feed,
                in: environment),
            .persons(in: store, closing: closing, in: environment),
            .welcome(in: store, in: environment),
            .diary(
                in: store, profiles: store, fences: store, air: store, metrics: store, records: store,
                attention: attention, in: environment),
            .emergency(.builtIn, in: environment),
            .guide(guide.books, searchedBy: guide.search, in: environment).offered(offers(.guide)),
            .articles(on: articles, pages: pages, scaledBy: PortraitService.shared, in: environment),
            .submissions(
                in: store, cleanedBy: PortraitService.shared, keywords: articles.keywords, in: environment),
            .allergenPages(
                AllergenPageSources(
                    stations: store, seasons: store, tiles: maps, towns: basemap, subdivisions: basemap,
                    articles: articles),
                pages: pages, in: environment),
            .sitemap(of: pages, articles: articles, stations: store, towns: basemap, in: environment),
            .injectors(in: store, in: environment).offered(offers(.injectors)),
            .foods(in: store, products: products, in: environment)
                .offered(offers(.foods)) { $0.hasPrefix("/v1/me/") },
            .products(from: products, in: environment),
            .actionPlan(in: store, in: environment).offered(offers(.plan)),
            .documents(in: store, cleanedBy: PortraitService.shared, in: environment)
                .offered(offers(.documents)),
            .immunotherapy(
                in: store, diaries: store, profiles: store, attention: attention, in: environment
            ).offered(offers(.immunotherapy)),
            .medicines(in: store, intakes: store, calendars: store, profiles: store, in: environment)
                .offered(offers(.medicines)),
            .helpReminders(in: store, records: store, in: environment)
                .offered(offers(.immunotherapy)) { $0.hasPrefix("/v1/me/help/doseReminders") },
            .contacts(in: store, isMailed: isPosted, in: environment).offered(offers(.contacts)),
            .reminders(in: store, profiles: store, in: environment),
            .healthMetrics(in: store, profiles: store, in: environment),
            .trips(in: store, factors: carbon, in: environment),
            .sharing(in: store, in: environment)
                .offered(offers(.handover)) { $0.hasPrefix("/v1/me/help/links") },
            .channels(in: channels, in: environment),
            .readings(
                to: uploads, review: store, decisions: network.readings,
                keys: StationKeyService(store: store), stations: store, in: environment),
            .research(in: store, in: environment),
            .studies(
                in: store, parts: store, records: store,
                guesses: CodeGuesses(logins: network.logins, now: now), basemap: basemap, pages: pages,
                isMailed: isPosted, in: environment),
            .ogc(stations: store, tiles: maps, in: environment),
            .operations(of: health),
            .messages(
                to: store, isMailed: isMailed, records: store, signInService: signIn, in: environment),
            .support(support, gifts: store, in: environment).offered(support.isOpen),
        ]
    }
}
