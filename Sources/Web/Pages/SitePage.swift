import Allergens

/// A page of the site: what it is put together from, and how it is sent.
struct SitePage: Sendable {
    /// Its path, without anything behind.
    let path: String
    /// The file of its content, without the ending; its script has the same name.
    let name: String
    /// The key of its title among the messages; that of what it is about has `.about` behind.
    let title: String
    /// The classes of its body.
    let look: String
    /// The files that its style sheet is joined from, beside those of all pages.
    let styles: [String]
    /// Whether search engines may list it; those that they may tell what they are about.
    var isListed = false
    /// Whether its address may hold what no other site should be told.
    var isConfidential = false
    /// Whether it has a map.
    var hasMap = false

    static let all = [
        SitePage(
            path: "/", name: "map", title: "page.map", look: "map-page", styles: ["map.css"], isListed: true,
            hasMap: true),
        SitePage(
            path: "/today", name: "today", title: "page.today", look: "account today",
            styles: ["account.css", "today.css"], isListed: true),
        SitePage(
            path: "/report", name: "reporting", title: "page.report", look: "account reporting",
            styles: ["map.css", "account.css", "reporting.css"], isListed: true, hasMap: true),
        SitePage(
            path: "/places", name: "places", title: "page.places", look: "account places",
            styles: ["map.css", "account.css", "places.css"], hasMap: true),
        SitePage(
            path: "/inbox", name: "inbox", title: "page.inbox", look: "account inbox",
            styles: ["account.css", "inbox.css"]),
        SitePage(
            path: "/profile", name: "profile", title: "page.profile", look: "account profile",
            styles: ["account.css", "profile.css"]),
        SitePage(
            path: "/welcome", name: "welcome", title: "page.welcome", look: "account welcome",
            styles: ["account.css", "welcome.css"]),
        SitePage(
            path: "/channels", name: "channels", title: "page.channels", look: "account channels",
            styles: ["account.css", "channels.css"]),
        SitePage(
            path: "/permissions", name: "permissions", title: "page.permissions", look: "account permissions",
            styles: ["account.css", "permissions.css"]),
        SitePage(
            path: "/about", name: "about", title: "page.about", look: "account about",
            styles: ["account.css", "about.css"], isListed: true),
        SitePage(
            path: "/faq", name: "faq", title: "page.faq", look: "account faq",
            styles: ["account.css", "faq.css"], isListed: true),
        SitePage(
            path: "/contact", name: "contact", title: "page.contact", look: "account contact",
            styles: ["account.css", "contact.css"], isListed: true),
        SitePage(
            path: "/offline", name: "offline", title: "page.offline", look: "account offline",
            styles: ["account.css", "offline.css"]),
        SitePage(
            path: "/operate", name: "operate", title: "page.operate", look: "operate",
            styles: ["operate.css"], isListed: true),
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

    /// A page of one form, on the way in.
    private static func entry(_ name: String, _ title: String) -> SitePage {
        SitePage(
            path: "/\(name)", name: name, title: title, look: "account narrow", styles: ["account.css"],
            isConfidential: true)
    }
}
