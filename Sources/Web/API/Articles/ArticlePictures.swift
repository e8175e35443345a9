package import Authoring
import Caching
import HTTP
import Hummingbird
import Synchronization

/// Makes pictures smaller.
package protocol PictureScaling: Sendable {
    /// The same picture, with neither edge longer than `edge` pixels; a small one keeps its size.
    ///
    /// - Returns: `nil` while too many others wait.
    /// - Throws: A problem that says why it could not be drawn.
    func scaled(_ picture: ManuscriptPicture, to edge: Int) async throws -> ManuscriptPicture?
}

/// The sizes in which readers get the picture of an expert's article besides its own, by their longest edge in pixels.
enum ArticlePictureSize: Int, CaseIterable {
    /// For lists, in which it is 64 pixels wide, on screens with several dots for each.
    case list = 240
    /// For the width of a phone.
    case phone = 960

    /// The widest screen that gets the size for phones, in CSS pixels.
    static let widestPhone = 480

    /// The address of a picture in this size; drawings, and what is still being written, have one size.
    func path(of picture: String) -> String {
        picture.hasPrefix("/articles/") ? "\(picture)?edge=\(rawValue)" : picture
    }
}

/// Pictures of articles in the sizes in which they were asked for.
final class ArticlePictures: Sendable {
    private struct Key: Hashable {
        /// The hash of the picture as it was handed in.
        let etag: String
        let size: ArticlePictureSize
    }

    /// The bytes that are kept: some hundred pictures for phones, and thousands for lists.
    private static let capacity = 16 << 20

    private let scaling: any PictureScaling
    private let kept = Mutex(BoundedCache<Key, ManuscriptPicture>(capacity: capacity))
    private let flight = SingleFlight<Key, ManuscriptPicture>()

    init(scaling: any PictureScaling) { self.scaling = scaling }

    /// A picture in a size; the picture itself where it has no more bytes, or while too many others wait.
    func picture(_ whole: ManuscriptPicture, in size: ArticlePictureSize) async throws -> ManuscriptPicture {
        let key = Key(etag: ContentHash.etag(of: whole.bytes), size: size)
        if let known = kept.withLock({ $0[key] }) { return known }
        return try await flight.value(for: key) {
            guard let scaled = try await scaling.scaled(whole, to: size.rawValue) else { return whole }
            let smaller = scaled.bytes.count < whole.bytes.count ? scaled : whole
            kept.withLock { $0.keep(smaller, bytes: smaller.bytes.count + key.etag.utf8.count, for: key) }
            return smaller
        }
    }
}

extension Request {
    /// The size in which a picture is wanted; `nil` for its own.
    var pictureSize: ArticlePictureSize? {
        get throws {
            guard let text = text("edge") else { return nil }
            guard let size = Int(text).flatMap(ArticlePictureSize.init) else {
                let all = ArticlePictureSize.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
                throw Problem.parameter("edge", "edge is one of \(all).")
            }
            return size
        }
    }
}
