/// Which pages a service offers.
struct SiteOffer: Sendable {
    /// The paths of pages that it does not.
    private let leftOut: Set<String>

    init(without leftOut: Set<String> = []) { self.leftOut = leftOut }

    /// Whether all pages are offered.
    var isWhole: Bool { leftOut.isEmpty }

    func leavesOut(_ path: String) -> Bool { leftOut.contains(path) }

    /// The sources without links to pages that are not offered: without the paragraphs that are about one of them
    /// (`data-page`), the items of lists that hold only such a link, and all other such links.
    func applied(to sources: [String: [UInt8]]) -> [String: [UInt8]] {
        guard !isWhole else { return sources }
        let paragraphs = /<p [^>]*data-page="(\/[a-z-]*)".*?<\/p>/
        let links = /(<li>)?<a [^>]*href="(\/[a-z-]*)["?#].*?<\/a>(<\/li>)?/
        return Dictionary(
            uniqueKeysWithValues: sources.map { name, bytes in
                guard name.hasSuffix(".html") else { return (name, bytes) }
                let text = String(decoding: bytes, as: UTF8.self).replacing(paragraphs) { paragraph in
                    leftOut.contains(String(paragraph.output.1)) ? "" : String(paragraph.output.0)
                }.replacing(links) { link in
                    guard leftOut.contains(String(link.output.2)) else { return String(link.output.0) }
                    let isItem = link.output.1 != nil && link.output.3 != nil
                    return isItem ? "" : "\(link.output.1 ?? "")\(link.output.3 ?? "")"
                }
                return (name, Array(text.utf8))
            })
    }
}
