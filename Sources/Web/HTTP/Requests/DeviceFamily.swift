/// The browser and system families that a `User-Agent` names.
///
/// Neither version nor model is included: enough to tell one's phone from one's laptop, but not to tell
/// people apart.
package enum DeviceFamily {
    private static let programs = [
        // The first match wins, because each browser also claims to be its ancestors.
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
