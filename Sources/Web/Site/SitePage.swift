/// A page of the site: its parts, and how it is sent.
struct SitePage: Sendable {
    /// Its path, without query and fragment.
    let path: String
    /// The file name of its content without the extension; its script has the same name.
    let name: String
    /// The message key of its title; with `.about` appended, the key of its description.
    let title: String
    /// The classes of its body element.
    let look: String
    /// The files in its style sheet, besides those of all pages.
    let styles: [String]
    /// Whether search engines may list it; if so, its description is included.
    var isListed = false
    /// Whether its URL may hold something that other sites must not see.
    var isConfidential = false
    /// Whether it has a map.
    var hasMap = false
    /// Whether it may use the camera.
    var hasCamera = false
    /// Prefixes of message keys that the server sends to its scripts.
    var toldMessages: [String] = []
    /// Whether it says everything without a script.
    var isWhole = false
    /// Whether the service worker keeps it once it was opened, although it is composed for each request.
    var isKept = false
    /// Whether it stands in the frame of all pages; otherwise its content is the whole document, without scripts.
    var hasFrame = true

    /// The scripts that it starts with.
    var scripts: [String] { hasFrame ? [SiteScripts.shell, "\(name).js"] : [] }

    /// The name of its style sheet.
    var sheet: String { "\(name)-page.css" }

    static let all = [
        map,
        today,
        reporting,
        column("places", hasMap: true),
        inbox,
        column("diary"),
        column("support", isListed: true),
        lookBack,
        column("reminders"),
        column("medicines"),
        values,
        trips,
        studies("studies-join", at: "/studies/join", title: "page.studyJoin", isConfidential: true),
        studies("studies-answer", at: "/studies/answer", title: "page.studyAnswer"),
        column("contacts"),
        column("sharing"),
        foods,
        immunotherapy,
        SitePage(
            path: "/shared", name: "shared", title: "page.shared", look: "account shared",
            styles: ["account.css", "shared.css"], isConfidential: true),
        emergency,
        column("help"),
        column("plan"),
        column("injectors"),
        column("documents"),
        column("handover"),
        SitePage(
            path: "/handed", name: "handed", title: "page.handed", look: "account handed",
            styles: ["account.css", "handed.css"], isConfidential: true),
        profile,
        column("welcome", toldMessages: ["quiz.", "permission."]),
        column("channels"),
        column("permissions", toldMessages: ["permission."]),
        SitePage(
            path: "/write", name: "write", title: "page.write", look: "account write",
            styles: ["account.css", "articles.css", "write.css"]),
        SitePage(
            path: "/review", name: "review", title: "page.review", look: "account moderation review",
            styles: ["account.css", "articles.css", "moderation.css", "review.css"]),
        column("moderation", hasMap: true),
        column("research", styles: ["studies.css"], hasMap: true),
        column("admin"),
        SitePage(
            path: "/admin/study", name: "admin-study", title: "page.adminStudy", look: "account admin",
            styles: ["account.css", "admin.css"]),
        column("about", isListed: true),
        purpose,
        faq,
        guide,
        column("contact", isListed: true),
        column("offline"),
        SitePage(
            path: "/operate", name: "operate", title: "page.operate", look: "operate",
            styles: [season, "operate.css"], isListed: true),
        SitePage(
            path: "/docs/api", name: "docs", title: "page.docs", look: "docs", styles: ["docs.css"],
            isListed: true),
        SitePage(
            path: "/privacy", name: "privacy", title: "page.privacy", look: "account reading",
            styles: ["account.css", "privacy.css"], isListed: true),
        entry("sign-in", "page.signIn"), entry("sign-up", "page.signUp"),
        entry("reset-password", "page.reset"), entry("verify", "page.verify"),
        SitePage(
            path: "/account", name: "account", title: "page.account", look: "account",
            styles: ["account.css"], isConfidential: true),
    ]

    /// The map, whose alerts say what the body confuses.
    static let map = SitePage(
        path: "/", name: "map", title: "page.map", look: "map-page", styles: ["map.css"], isListed: true,
        hasMap: true)

    /// The page of the day, which gives advice.
    static let today = column("today", styles: [season], isListed: true)

    /// The page of alerts, which gives advice, too.
    static let inbox = column("inbox")

    /// How the curve of a season looks.
    private static let season = "season.css"

    /// How the reader's own plan looks.
    private static let ownPlan = "own-plan.css"

    /// The page for reporting, which says what can help now.
    static let reporting = column(
        "reporting", at: "/report", title: "page.report", styles: [ownPlan], isListed: true, hasMap: true)

    /// The page of trips, which gives tips about the next way.
    static let trips = column("trips", isListed: true)

    /// The page of health values, which says where zones of peak flow usually begin.
    static let values = column("values")

    /// The page that looks back on the diary, which says what can show what somebody reacts to.
    static let lookBack = column("lookback", at: "/look-back")

    /// The page of the immunotherapy diary, which says when to ask the clinic.
    static let immunotherapy = column("immunotherapy")

    /// The page of what somebody reacts to, which says what the body confuses.
    static let profile = column("profile")

    /// The page of foods, which says what a product's label does not state.
    static let foods = column("foods", hasCamera: true)

    /// The page of what to do in an emergency, which says what that rests on.
    static let emergency = column("emergency", styles: [ownPlan], isListed: true)

    /// The page of what the service is for, which says whom to call when it is urgent.
    static let purpose = column("purpose", isListed: true)

    /// The page of the most frequent questions, which says what to do about an alert.
    static let faq = column("faq", isListed: true)

    /// The page of all questions and answers, which looks like the one of the most frequent.
    static let guide = SitePage(
        path: "/guide", name: "guide", title: "page.guide", look: "account faq guide",
        styles: ["account.css", "faq.css", "guide.css"], isListed: true)

    /// Pages that are composed for each request: routes of other features answer with them.
    static let composed = [place, embeddedPlace, articles, allergens, studies]

    /// All pages, for what they have in common.
    static let every = all + composed

    /// A place or a station.
    static let place = SitePage(
        path: "/place/{place}", name: "place", title: "page.place", look: "account place-page",
        styles: ["account.css", season, "place.css"], isListed: true, isWhole: true)

    /// An article, or the list of articles.
    static let articles = SitePage(
        path: "/articles/{article}", name: "articles", title: "page.articles", look: "account articles-page",
        styles: ["account.css", "articles.css"], isListed: true, isWhole: true, isKept: true)

    /// An allergen, a pollutant, or the list of them.
    static let allergens = SitePage(
        path: "/allergens/{allergen}", name: "allergens", title: "page.allergens",
        look: "account allergens-page", styles: ["account.css", "allergens.css"], isListed: true,
        isWhole: true)

    /// A study of researchers, or the list of those that are open.
    static let studies = SitePage(
        path: "/studies/{study}", name: "studies", title: "page.studies", look: "account studies-page",
        styles: ["account.css", "studies.css"], isListed: true, isWhole: true)

    /// A page for those who take part in studies.
    private static func studies(
        _ name: String, at path: String, title: String, isConfidential: Bool = false
    ) -> SitePage {
        SitePage(
            path: path, name: name, title: title, look: "account studies-page",
            styles: ["account.css", "studies.css"], isConfidential: isConfidential)
    }

    /// A place inside of the pages of others.
    static let embeddedPlace = SitePage(
        path: "/embed/place/{place}", name: "embed", title: "page.place", look: "embed",
        styles: ["embed.css"],
        isWhole: true, hasFrame: false)

    /// A page of cards in one column, with a style sheet of its own and perhaps others.
    private static func column(
        _ name: String, at path: String? = nil, title: String? = nil, styles: [String] = [],
        isListed: Bool = false, hasMap: Bool = false, hasCamera: Bool = false, toldMessages: [String] = []
    ) -> SitePage {
        SitePage(
            path: path ?? "/\(name)", name: name, title: title ?? "page.\(name)", look: "account \(name)",
            styles: (hasMap ? ["map.css"] : []) + ["account.css", "\(name).css"] + styles,
            isListed: isListed, hasMap: hasMap, hasCamera: hasCamera, toldMessages: toldMessages)
    }

    /// A page with one form, for signing up or in.
    private static func entry(_ name: String, _ title: String) -> SitePage {
        SitePage(
            path: "/\(name)", name: name, title: title, look: "account narrow", styles: ["account.css"],
            isConfidential: true)
    }
}
