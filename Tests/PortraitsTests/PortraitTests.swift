import CGD
import Testing

@testable import Portraits

/// Pictures as a camera makes them, written by the library itself.
private enum Picture {
    /// The left half red, the right half blue.
    static func file(_ kind: PictureSize.Kind, _ width: CInt, _ height: CInt) throws -> [UInt8] {
        let image = try #require(gdImageCreateTrueColor(width, height))
        defer { gdImageDestroy(image) }
        gdImageFilledRectangle(image, 0, 0, width / 2 - 1, height - 1, 0xC8_1E_28)
        gdImageFilledRectangle(image, width / 2, 0, width - 1, height - 1, 0x14_3C_C8)
        var count: CInt = 0
        let bytes: UnsafeMutableRawPointer? =
            switch kind {
            case .png: gdImagePngPtr(image, &count)
            case .jpeg: gdImageJpegPtr(image, &count, 95)
            case .webP: gdImageWebpPtr(image, &count)
            }
        let written = try #require(bytes)
        defer { gdFree(written) }
        return Array(UnsafeRawBufferPointer(start: written, count: Int(count)))
    }

    /// The colour of a pixel of a PNG.
    static func colour(of png: [UInt8], _ x: CInt, _ y: CInt) throws -> (red: Int, green: Int, blue: Int) {
        var bytes = png
        let image = try #require(gdImageCreateFromPngPtr(CInt(bytes.count), &bytes))
        defer { gdImageDestroy(image) }
        let pixel = Int(gdImageGetTrueColorPixel(image, x, y))
        return (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    }
}

@Suite struct PortraitTests {
    @Test(arguments: [PictureSize.Kind.png, .jpeg, .webP])
    func `a picture is reduced, with its proportions and colours`(kind: PictureSize.Kind) throws {
        let file = try Picture.file(kind, 1_600, 800)
        let size = try #require(PictureSize(file))
        #expect(size.kind == kind && size.width == 1_600 && size.height == 800)
        let png = try Portrait(file).png
        let small = try #require(PictureSize(png))
        #expect(small.kind == .png && small.width == 100 && small.height == 50)
        let (left, right) = (try Picture.colour(of: png, 20, 25), try Picture.colour(of: png, 80, 25))
        #expect(abs(left.red - 0xC8) < 8 && left.blue < 0x40, "\(left)")
        #expect(abs(right.blue - 0xC8) < 8 && right.red < 0x40, "\(right)")
    }

    @Test func `a small picture stays as large as it is, and a thin one is at least one pixel wide`() throws {
        let small = try #require(PictureSize(try Portrait(Picture.file(.png, 40, 30)).png))
        #expect(small.width == 40 && small.height == 30)
        let thin = try #require(PictureSize(try Portrait(Picture.file(.jpeg, 5_000, 3)).png))
        #expect(thin.width == 100 && thin.height == 1)
    }

    @Test func `metadata in the file are removed`() throws {
        let secret = Array("Exif\0\0GPS 47.5596 7.5886".utf8)
        var file = try Picture.file(.jpeg, 200, 200)
        file.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(secret.count + 2)] + secret, at: 2)
        #expect(PictureSize(file)?.width == 200)
        let png = try Portrait(file).png
        #expect(!String(decoding: png, as: Unicode.ASCII.self).contains("GPS"))
        for chunk in ["tEXt", "zTXt", "iTXt", "eXIf"] {
            #expect(!String(decoding: png, as: Unicode.ASCII.self).contains(chunk))
        }
    }

    @Test func `a file of a few bytes that claims ten gigapixels is refused unopened`() throws {
        var bomb = try Picture.file(.png, 40, 30)
        bomb.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
        #expect(PictureSize(bomb)?.width == 100_000)
        #expect(throws: PortraitMistake.size) { try Portrait(bomb) }
        var jpeg = try Picture.file(.jpeg, 40, 30)
        let frame = try #require((0..<jpeg.count - 1).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: PortraitMistake.size) { try Portrait(jpeg) }
    }

    @Test(
        arguments: [
            [], Array("GIF89a".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            Array("%!PS-Adobe-3.0".utf8), [0xFF, 0xD8], [0x89, 0x50, 0x4E, 0x47],
        ] as [[UInt8]])
    func `other kinds of files are not pictures`(file: [UInt8]) {
        #expect(throws: PortraitMistake.kind) { try Portrait(file) }
    }

    @Test(arguments: [PictureSize.Kind.png, .jpeg, .webP])
    func `any truncated or damaged file is refused or drawn, and nothing crashes`(kind: PictureSize.Kind)
        throws
    {
        let file = try Picture.file(kind, 300, 200)
        for length in stride(from: 0, to: file.count, by: max(1, file.count / 40)) {
            _ = try? Portrait(Array(file.prefix(length)))
        }
        for place in stride(from: 30, to: file.count, by: max(1, file.count / 60)) {
            var damaged = file
            damaged[place] ^= 0x55
            _ = try? Portrait(damaged)
        }
        // libjpeg draws the part of a truncated JPEG that exists, as browsers do.
        guard kind != .jpeg else { return }
        #expect(throws: PortraitMistake.damaged) { try Portrait(Array(file.prefix(file.count / 4))) }
    }
}
