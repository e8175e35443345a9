import Foundation

/// Whether an address leads to a document, and not to the front page of a site, where a reader has to search.
package func leadsToDocument(_ address: String) -> Bool {
    guard let parts = URLComponents(string: address) else { return false }
    return parts.path.contains { $0 != "/" }
}
