/// The family of a program and its system, of what a browser says of itself.
///
/// No version and no model: its owner tells a phone from a laptop by it, and nobody tells one person from another.
package enum DeviceFamily {
    private static let programs = [
        // The first that is found: each browser says that it is its forebears, too.
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS", "Firefox"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("CriOS", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"), ("python", "Python"), ("okhttp", "Android app"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    package static func name(of userAgent: String?) -> String {
        guard let text = userAgent?.prefix(500) else { return "" }
        let parts = [programs, systems].compactMap { list in list.first { text.contains($0.0) }?.1 }
        return parts.joined(separator: ", ")
    }
}
