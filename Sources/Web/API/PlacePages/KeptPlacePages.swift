import Allergens
import Caching
import HTTP
import NIOCore
import Observations
import People
import Seasons
import Synchronization

/// The pages of places that were composed last, for visitors who are not signed in.
///
/// Many people look at the same town. A page is found by all that it tells, so it cannot be older than the readings,
/// the forecasts, the weather and the alerts in it.
package final class KeptPlacePages: Sendable {
    /// All that decides the bytes of a page, which has the same units for everybody.
    struct Wish: Hashable {
        let report: PlaceReport
        let language: Language
        /// What the links begin with that name the service.
        let base: String
        /// The day that the link to the page names, if it does.
        let day: CivilDate?
        /// The version of the site, which is around it.
        let version: String

        /// Bytes for all but the days of the season and the hours to come: names, stations, alerts and the weather.
        private static let usual = 32 << 10

        /// The bytes that it takes.
        fileprivate var size: Int {
            let hours = report.coming.reduce(0) { $0 + $1.hours.count }
            return Self.usual + hours * MemoryLayout<ComingHours.Hour>.stride
                + (report.season?.year.season.size ?? 0)
        }
    }

    /// A page as it is sent.
    struct Page {
        /// Of the text without compression.
        let etag: String
        private let text: ByteBuffer
        private let gzip: ByteBuffer

        fileprivate init(_ text: ByteBuffer) {
            self.text = text
            etag = ContentHash.etag(of: text.readableBytesView)
            gzip = Compression.gzip(text)
        }

        fileprivate var size: Int { text.readableBytes + gzip.readableBytes }

        func entity(compressed isCompressed: Bool) -> Entity { isCompressed ? .gzip(gzip) : .plain(text) }
    }

    private struct State {
        var pages = BoundedCache<Wish, Page>(capacity: KeptPlacePages.capacity)
        var composed = 0
    }

    /// Some 100 pages, in bytes.
    private static let capacity = 16 << 20

    private let state = Mutex(State())

    package init() {}

    /// How many pages are kept.
    var count: Int { state.withLock(\.pages.count) }
    /// How many pages were composed so far.
    var composed: Int { state.withLock(\.composed) }

    /// The page that a wish asks for, composed unless it is kept.
    ///
    /// - Parameters:
    ///   - wish: What the page tells.
    ///   - isShared: Whether the page may be one that is kept, and may be kept for others.
    ///   - compose: Composes the page.
    /// - Returns: The page.
    /// - Throws: What `compose` throws.
    func page(_ wish: Wish, shared isShared: Bool, compose: () throws -> ByteBuffer) throws -> Page {
        if isShared, let found = state.withLock({ $0.pages[wish] }) { return found }
        let page = Page(try compose())
        state.withLock { state in
            state.composed += 1
            if isShared { state.pages.keep(page, bytes: page.size + wish.size, for: wish) }
        }
        return page
    }
}
