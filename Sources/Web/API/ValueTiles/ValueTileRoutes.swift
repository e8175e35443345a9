import Allergens
import Caching
import Foundation
import Geography
import HTTP
import Hummingbird
import NIOCore
import Synchronization

/// The values behind the map, for programs and for pages that compute with them.
struct ValueTileRoutes: Sendable {
    let source: any ValueTileSource
    let environment: APIEnvironment
    private let kept = KeptValueTiles()

    init(source: any ValueTileSource, environment: APIEnvironment) {
        (self.source, self.environment) = (source, environment)
    }

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/grid/{layer}/{z}/{x}/{y}", .everyone, handler: tile)] }

    @Sendable private func tile(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let allergen = try source.allergen(ofLayer: try context.layer())
        let query = ValueTileQuery(
            tile: try context.degreeTile(), allergen: allergen.id,
            day: try TileRoutes.day(of: request, today: environment.today))
        let etag = try await source.etag(of: query)
        if let bytes = kept[etag] { return request.answer(bytes, type: "application/json", etag: etag) }
        let answer = try await source.values(query)
        let bytes = ByteBuffer(
            bytes: try JSON.encoder.encode(ValueTileWire(answer, to: query, of: allergen)))
        kept.keep(bytes, for: answer.etag)
        return request.answer(bytes, type: "application/json", etag: answer.etag)
    }
}

/// Recently answered tiles, by their entity tag.
private final class KeptValueTiles: Sendable {
    /// The memory limit for all cached tiles: at 5 kB there is room for 3,000.
    private static let capacity = 16 << 20

    private let entries = Mutex(BoundedCache<String, ByteBuffer>(capacity: capacity))

    subscript(etag: String) -> ByteBuffer? { entries.withLock { $0[etag] } }

    func keep(_ bytes: ByteBuffer, for etag: String) {
        entries.withLock { $0.keep(bytes, bytes: bytes.readableBytes, for: etag) }
    }
}

extension BreatheContext {
    /// The tile of degrees that the path names.
    func degreeTile() throws -> DegreeTile {
        let zoom = try TileRoutes.number(parameters.get("z") ?? "", "z", in: DegreeTile.zooms)
        let condition = " at z \(zoom)"
        guard
            let tile = DegreeTile(
                zoom: zoom,
                column: try TileRoutes.number(
                    parameters.get("x") ?? "", "x", in: 0...(2 << zoom) - 1, condition),
                row: try TileRoutes.number(
                    parameters.get("y") ?? "", "y", in: 0...(1 << zoom) - 1, condition))
        else { preconditionFailure("zoom, column and row are in range") }
        return tile
    }
}
