import Allergens
import Articles
import Foundation
import Geography
import Hummingbird
import HummingbirdTesting
import Logging
import Observations
import People
import SampleTesting
import Site
import Trips

@testable import API
@testable import HTTP

/// All features of the API and the site, each over a small double of its own.
struct TestAPI: Sendable {
    let clock = Guarded(noon)
    let visitors: SampleVisitors
    let answers = InMemoryAnswers()
    let tiles = InMemoryTiles()
    let air = InMemoryAir()
    let regions = InMemoryRegions()
    let hours = InMemoryPollutantHours()
    let weather = InMemoryWeather()
    let towns = InMemoryTowns()
    let placePages = KeptPlacePages()
    let subdivisions = InMemorySubdivisions()
    let stations: InMemoryStations
    let review: InMemoryReview
    let uploads = InMemoryUploads()
    let feeds = InMemoryFeeds()
    let alerts = InMemoryAlerts()
    let reports = InMemoryReports()
    let fences = InMemoryFences()
    let profiles: InMemoryProfiles
    let inbox: InMemoryInbox
    let persons = InMemoryPersons()
    let logins = NoLogins()
    let diaries = InMemoryDiaries()
    let reminders = InMemoryReminders()
    let links = InMemorySharedLinks()
    let metrics = InMemoryMetrics()
    var products = InMemoryProducts()
    let trips = InMemoryTrips()
    let valueTiles = InMemoryValueTiles()
    let help = InMemoryHelp()
    let gifts = InMemoryGifts()
    /// Whether injectors, foods and gifts are offered.
    var isOffered = true
    let documents = InMemoryDocuments()
    let submissions = InMemorySubmissions()
    let scaling = CountedScaling()
    /// The articles that ship.
    var shipped = InMemoryArticles.library
    let studies = InMemoryStudies()
    let contacts: InMemoryContacts
    let channels = InMemoryChannels()
    let records: InMemoryRecords
    let health = SampleHealth()
    let basemap: SampleBasemap
    let providers: any FederatedSigningIn
    /// The public address of the service, if it has one.
    let address: String?
    /// The limits on requests.
    let rates: RequestRates
    /// The forecasts of the only station.
    let expected = Guarded<[StationForecast]>([])
    /// The accounts whose profiles or inboxes were requested.
    let asked = Guarded<[Account.ID]>([])

    init(
        basemap: SampleBasemap = SampleBasemap(), providers: any FederatedSigningIn = PlayedProviders(),
        address: String? = nil, rates: RequestRates = .none
    ) {
        (self.basemap, self.providers, self.address) = (basemap, providers, address)
        self.rates = rates
        stations = InMemoryStations(expected: expected)
        review = InMemoryReview(expected: expected)
        (profiles, inbox) = (InMemoryProfiles(asked: asked), InMemoryInbox(asked: asked))
        records = InMemoryRecords()
        contacts = InMemoryContacts(help)
        visitors = SampleVisitors(records: records)
    }

    var environment: APIEnvironment {
        APIEnvironment(
            taxonomy: .standard,
            publisher: Publisher(
                sender: "alerts@breathe.example", address: address, contact: "desk@breathe.example"),
            accessControl: AccessControl(authenticator: visitors, limits: RequestLimits(rates)),
            answers: answers,
            now: { clock.value })
    }

    var features: [APIFeature] {
        let environment = environment
        let messages = DiscardedMessages()
        let seasons = SeasonReader(in: stations, changing: tiles, in: environment)
        return [
            .maps(from: tiles, over: basemap, stations: stations, in: environment),
            .air(
                at: air, hours: hours, comingHours: air, stations: stations, regions: regions,
                basemap: basemap, in: environment),
            .stations(
                in: stations, reviewedBy: review, seasons: seasons, tiles: tiles, regions: regions,
                feeds: feeds,
                in: environment),
            .valueTiles(from: valueTiles, in: environment),
            .stops(of: Self.stops, credits: ["Airports: somebody"]),
            .weather(in: weather, in: environment),
            .regions(in: regions, in: environment), .alerts(in: alerts, signedBy: nil, in: environment),
            .reports(
                to: reports, moderation: reports, duty: reports, persons: persons, alerts: alerts,
                parts: reports,
                profiles: profiles, attention: AttentionRule(.builtIn), in: environment),
            .accounts(
                through: logins, authenticator: visitors, administration: logins, closing: persons,
                profiles: profiles, records: records, in: environment),
            .administration(of: health, acts: records, records: records, in: environment),
            .providers(through: providers, signInService: logins, authenticator: visitors, in: environment),
            .privacy(
                records: records, persons: persons, profiles: profiles, fences: fences, diaries: diaries,
                metrics: metrics, reminders: reminders, links: links, help: help, documents: documents,
                trips: trips, articles: submissions, studies: studies, inbox: inbox, channels: channels,
                messages: messages,
                signInService: logins,
                withdrawal: records,
                in: environment),
            .profile(in: profiles, accounts: logins, closing: persons, in: environment),
            .fences(
                in: fences, through: fences, previews: fences, profiles: profiles, stations: stations,
                in: environment),
            .inbox(
                in: inbox, profiles: profiles, persons: persons, experts: reports, live: inbox,
                in: environment),
            .persons(in: persons, closing: persons, in: environment),
            .diary(
                in: diaries, profiles: profiles, fences: fences, air: air, metrics: metrics,
                records: help, attention: AttentionRule(.builtIn), in: environment),
            .emergency(.builtIn, in: environment),
            .guide(InMemoryGuide.books, searchedBy: InMemoryGuide(), in: environment).offered(true),
            .articles(on: articles, pages: pages, scaledBy: scaling, in: environment),
            .submissions(
                in: submissions, cleanedBy: documents, keywords: InMemoryArticles.keywords,
                in: environment),
            .allergenPages(
                AllergenPageSources(
                    stations: stations, seasons: stations, tiles: tiles, towns: towns,
                    subdivisions: subdivisions, articles: articles), pages: pages, in: environment),
            .sitemap(
                of: pages, articles: articles, stations: stations, towns: towns, in: environment),
            .injectors(in: help, in: environment).offered(isOffered),
            .foods(in: help, products: isOffered ? products : nil, in: environment)
                .offered(isOffered) { $0.hasPrefix("/v1/me/") },
            .products(from: isOffered ? products : nil, in: environment),
            .actionPlan(in: help, in: environment).offered(true),
            .documents(in: documents, cleanedBy: documents, in: environment).offered(true),
            .immunotherapy(
                in: help, diaries: diaries, profiles: profiles, attention: AttentionRule(.builtIn),
                in: environment),
            .medicines(in: help, intakes: help, calendars: help, profiles: profiles, in: environment),
            .helpReminders(in: help, records: help, in: environment),
            .contacts(in: contacts, isMailed: true, in: environment),
            .reminders(in: reminders, profiles: profiles, in: environment),
            .healthMetrics(in: metrics, profiles: profiles, in: environment),
            .trips(in: trips, in: environment),
            .sharing(in: links, in: environment),
            .welcome(in: profiles, in: environment), .channels(in: channels, in: environment),
            .readings(
                to: uploads, review: review, decisions: review, keys: review, stations: stations,
                in: environment),
            .research(in: records, in: environment),
            .studies(
                in: studies, parts: studies, records: records, guesses: studies, basemap: basemap,
                pages: pages, isMailed: true, in: environment),
            .ogc(stations: stations, tiles: tiles, in: environment),
            .operations(of: health),
            .messages(to: messages, isMailed: true, records: records, signInService: logins, in: environment),
            .support(gifts.offer, gifts: gifts, in: environment).offered(isOffered),
            .placePages(
                placeSources(with: seasons), pages: pages, keeping: placePages, in: environment),
            .site(pages, icons: [AppIcon(name: AppIcon.favicon, png: [0x89])], headers: headers),
        ]
    }

    /// Where pages and pictures of places are from.
    func placeSources(with seasons: SeasonReader) -> PlaceSources {
        PlaceSources(
            air: air, hours: hours, coming: air, regions: regions, weather: weather, alerts: alerts,
            stations: stations, seasons: seasons, tiles: tiles.painted, towns: towns,
            basemap: basemap.painted)
    }

    /// Basel's airport and its station.
    private static let stops = StopTable(
        [(.airport, 7.52991, 47.59), (.station, 7.58977, 47.54742)].compactMap { kind, longitude, latitude in
            Coordinate(longitude: longitude, latitude: latitude).map { TravelStop(kind: kind, at: $0) }
        })

    private var articles: InMemoryArticles { InMemoryArticles(submissions, shipped: shipped) }

    private var pages: SitePages {
        SitePages(
            libraries: SiteLibraries(),
            without: isOffered ? [] : ["/foods", "/injectors", "/documents", "/support"], address: address)
    }

    private var headers: SecurityHeaders {
        SecurityHeaders(pictures: basemap.background.flatMap { SecurityHeaders.origin(of: $0.light) })
    }

    var service: WebService {
        WebService(
            features: features, persons: persons, pages: pages, environment: environment, headers: headers)
    }

    /// Runs requests through all routes without a socket, and checks each answer against the definition.
    func test<Value: Sendable>(
        _ act: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let service = service
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let application = Application(responder: service.responder, logger: logger)
        return try await application.test(.router) { client in try await act(DefinedClient(inner: client)) }
    }
}
