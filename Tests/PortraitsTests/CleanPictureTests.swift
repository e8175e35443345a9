import Foundation
import SampleTesting
import Testing

@testable import Portraits

/// Pictures are written and read by Pillow.
@Suite struct CleanPictureTests {
    private static let written = """
        import io, sys
        from PIL import Image, ImageDraw, PngImagePlugin
        form, turn = sys.argv[1], int(sys.argv[2])
        picture = Image.new("RGB", (240, 120), "white")
        draw = ImageDraw.Draw(picture)
        draw.rectangle((0, 0, 59, 59), fill=(200, 30, 40))
        draw.rectangle((180, 60, 239, 119), fill=(20, 60, 200))
        exif = Image.Exif()
        exif[0x0112] = turn
        exif[0x010F] = "SecretPhone"
        exif.get_ifd(0x8825).update({1: "N", 2: (47.0, 33.0, 34.5), 3: "E", 4: (7.0, 35.0, 19.0)})
        exif.get_ifd(0x8825)[29] = "2026:04:14"
        more = {"exif": exif, "icc_profile": b"SecretProfile" * 20}
        if form == "PNG":
            info = PngImagePlugin.PngInfo()
            info.add_text("Comment", "SecretComment")
            more = {"pnginfo": info, "exif": exif}
        if form == "JPEG":
            more["comment"] = b"SecretComment"
        out = io.BytesIO()
        picture.save(out, form, **more)
        sys.stdout.buffer.write(out.getvalue() + b"PK\\x03\\x04SecretTail<script>alert(1)</script>")
        """

    /// What Pillow reads: the size, whether there is anything but pixels, and the colours of four corners.
    private static let read = """
        import io, json, sys
        from PIL import Image
        data = sys.stdin.buffer.read()
        picture = Image.open(io.BytesIO(data))
        picture.load()
        rgb = picture.convert("RGB")
        wide, high = picture.size
        def colour(x, y):
            red, green, blue = rgb.getpixel((x, y))
            return "red" if red > 150 > blue else "blue" if blue > 150 > red else "white"
        corners = [colour(x, y) for y in (20, high - 20) for x in (20, wide - 20)]
        print(json.dumps({"size": [wide, high], "exif": len(picture.getexif()), "profile": "icc_profile" in picture.info,
                          "form": picture.format, "corners": corners}))
        """

    private struct Outcome: Decodable {
        let size: [Int]
        let exif: Int
        let profile: Bool
        let form: String
        let corners: [String]
    }

    private func picture(_ form: String, turn: Int) async throws -> [UInt8] {
        Array(try await Python.run(Self.written, [form, "\(turn)"], input: Data()))
    }

    private func outcome(of bytes: [UInt8]) async throws -> Outcome {
        try JSONDecoder().decode(Outcome.self, from: try await Python.run(Self.read, input: Data(bytes)))
    }

    @Test(arguments: ["JPEG", "PNG", "WEBP"])
    func `place, device, profile, comments and what is behind the end are gone`(form: String) async throws {
        let file = try await picture(form, turn: 1)
        let secrets = ["Secret", "2026:04:14", "Exif", "<script>"]
        #expect(Data(file).range(of: Data("SecretTail".utf8)) != nil)
        let clean = try CleanPicture(file)
        for secret in secrets { #expect(Data(clean.bytes).range(of: Data(secret.utf8)) == nil, "\(secret)") }
        let outcome = try await outcome(of: clean.bytes)
        #expect(outcome.size == [240, 120] && outcome.exif == 0 && !outcome.profile && outcome.form == form)
        #expect(outcome.corners == ["red", "white", "white", "blue"])
        #expect(try CleanPicture(clean.bytes).kind == clean.kind)
    }

    @Test(arguments: ["JPEG", "PNG", "WEBP"])
    func `a smaller picture is of the same kind and looks the same, and a small one keeps its size`(
        form: String
    ) async throws {
        let clean = try CleanPicture(try await picture(form, turn: 1))
        for (edge, size) in [(120, [120, 60]), (240, [240, 120]), (960, [240, 120])] {
            let scaled = try ScaledPicture(clean.bytes, to: edge)
            let outcome = try await outcome(of: scaled.bytes)
            #expect(outcome.size == size && outcome.form == form, "\(edge)")
            #expect(outcome.corners == ["red", "white", "white", "blue"], "\(edge)")
        }
        #expect(throws: PortraitMistake.kind) { try ScaledPicture(Array("GIF89a".utf8), to: 120) }
    }

    /// The corners from left to right and from top to bottom, as Exif 2.32 defines the eight values.
    @Test(arguments: [
        (1, ["red", "white", "white", "blue"]), (2, ["white", "red", "blue", "white"]),
        (3, ["blue", "white", "white", "red"]), (4, ["white", "blue", "red", "white"]),
        (5, ["red", "white", "white", "blue"]), (6, ["white", "red", "blue", "white"]),
        (7, ["blue", "white", "white", "red"]), (8, ["white", "blue", "red", "white"]),
    ])
    func `a photograph stands as its camera was held`(turn: Int, corners: [String]) async throws {
        let outcome = try await outcome(of: CleanPicture(try await picture("JPEG", turn: turn)).bytes)
        #expect(outcome.size == (turn < 5 ? [240, 120] : [120, 240]))
        #expect(outcome.corners == corners)
    }

    @Test(arguments: ["JPEG", "PNG", "WEBP"])
    func `a small file that claims 60,000 by 60,000 pixels is refused before it is decoded`(
        form: String
    ) async throws {
        var file = try await picture(form, turn: 1)
        let (place, size): (Int, [UInt8])
        switch form {
        case "PNG": (place, size) = (16, [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        case "WEBP": (place, size) = (24, [0x5F, 0xEA, 0, 0x5F, 0xEA, 0])
        default:
            let frame = try #require((0..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
            (place, size) = (frame + 5, [0xEA, 0x60, 0xEA, 0x60])
        }
        file.replaceSubrange(place..<place + size.count, with: size)
        #expect(PictureSize(file)?.width == 60_000)
        #expect(throws: PortraitMistake.size) { try CleanPicture(file) }
    }

    @Test(arguments: ["JPEG", "PNG", "WEBP"])
    func `whatever is cut off or changed, the file is refused or drawn anew`(form: String) async throws {
        let file = try await picture(form, turn: 6)
        for length in stride(from: 0, to: file.count, by: max(1, file.count / 60)) {
            _ = try? CleanPicture(Array(file.prefix(length)))
        }
        for place in stride(from: 2, to: file.count, by: max(1, file.count / 120)) {
            var damaged = file
            damaged[place] ^= 0xA5
            guard let clean = try? CleanPicture(damaged) else { continue }
            #expect(Data(clean.bytes).range(of: Data("SecretTail".utf8)) == nil)
            #expect(PictureSize(clean.bytes) != nil)
        }
    }

    @Test func `a note about the camera that leads outside of itself is read as none`() {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1]
        for tail in [
            Array("MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xF0], Array("II*\0".utf8) + [8, 0, 0, 0, 0xFF, 0xFF],
            Array("II".utf8), [],
        ] as [[UInt8]] {
            let segment = Array("Exif\0\0".utf8) + tail
            let length = segment.count + 2
            let file = head + [UInt8(length >> 8), UInt8(length & 255)] + segment
            #expect(PictureTurn(jpeg: file) == .none)
        }
    }
}
