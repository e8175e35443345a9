import Authoring

@testable import API

/// Makes pictures smaller: of a picture, only a byte remains that says its size, in units of 240 pixels.
struct CountedScaling: PictureScaling {
    /// How often a picture was scaled.
    let count = Guarded(0)
    /// Whether too many others wait.
    let isBusy = Guarded(false)

    func scaled(_ picture: ManuscriptPicture, to edge: Int) async throws -> ManuscriptPicture? {
        guard !isBusy.value else { return nil }
        count.change { $0 += 1 }
        return ManuscriptPicture(picture.format, [UInt8(truncatingIfNeeded: edge / 240)])
    }
}
