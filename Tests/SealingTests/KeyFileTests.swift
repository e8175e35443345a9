import Foundation
import SampleTesting
import Sealing
import Testing

@Suite struct KeyFileTests {
    private let folder: TemporaryFolder
    private let file: KeyFile
    private let field = SealedField("fence", "details")

    init() throws {
        folder = try TemporaryFolder()
        file = KeyFile(folder.url.appending(path: "breathe.keys"))
    }

    private var mode: Int? {
        (try? FileManager.default.attributesOfItem(atPath: file.url.path))?[.posixPermissions] as? Int
    }

    @Test func `a new file holds one key, which only its owner can read`() throws {
        try file.makeIfMissing()
        let ids = try KeyRing(file).ids
        #expect(ids.count == 1)
        #expect(mode == 0o600)
        try file.makeIfMissing()
        #expect(try KeyRing(file).ids == ids)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["breathe.keys"])
    }

    @Test(arguments: [0o604, 0o644, 0o602, 0o666])
    func `a file that everybody may read or change is refused`(mode: Int) throws {
        try file.makeIfMissing()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.url.path)
        let mistake = #expect(throws: KeyRingMistake.self) { try KeyRing(file) }
        #expect(mistake?.description.contains("chmod") == true)
    }

    @Test func `a file that a group may read is accepted, and stays so`() throws {
        try file.makeIfMissing()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.url.path)
        _ = try file.addKey()
        #expect(try KeyRing(file).ids.count == 2)
        #expect(mode == 0o640)
    }

    @Test func `an open key ring seals under a key added since, and opens both`() throws {
        try file.makeIfMissing()
        let ring = try KeyRing(file)
        let before = try ring.seal(Data("a".utf8), field: field, of: 1)
        let id = try file.addKey()
        #expect(try ring.current() == id)
        let after = try ring.seal(Data("b".utf8), field: field, of: 1)
        #expect(DataKey.ID(of: after) == id)
        #expect(try ring.open(before, field: field, of: 1) == Data("a".utf8))
        #expect(try ring.open(after, field: field, of: 1) == Data("b".utf8))
    }

    @Test func `a key ring that meets a key added since opens its values`() throws {
        try file.makeIfMissing()
        let ring = try KeyRing(file)
        _ = try file.addKey()
        let sealed = try KeyRing(file).seal(Data("b".utf8), field: field, of: 1)
        #expect(try ring.open(sealed, field: field, of: 1) == Data("b".utf8))
    }

    @Test func `a forgotten key opens nothing, and the current one cannot be forgotten`() throws {
        try file.makeIfMissing()
        let ring = try KeyRing(file)
        let (old, sealed) = (ring.ids[0], try ring.seal(Data("a".utf8), field: field, of: 1))
        let new = try file.addKey()
        try file.forget([old, new])
        #expect(try ring.current() == new)
        #expect(throws: SealingError.unknownKey(old)) { try ring.open(sealed, field: field, of: 1) }
    }

    @Test func `keys are read from a text with or without their names`() throws {
        let digits = String(repeating: "0a", count: 32)
        let id = try KeyRing(text: digits).ids[0]
        #expect(try KeyRing(text: "\(id):\(digits),\(String(repeating: "b1", count: 32))").ids.count == 2)
    }

    @Test(arguments: [
        "", " \n# nothing\n", "0a0a", String(repeating: "0g", count: 32),
        "00000000:" + String(repeating: "0a", count: 32),
        String(repeating: "0a", count: 32) + "," + String(repeating: "0A", count: 32),
    ])
    func `a text with no keys or wrong ones is refused without being quoted`(text: String) {
        let mistake = #expect(throws: KeyRingMistake.self) { try KeyRing(text: text) }
        #expect(mistake?.description.contains("0a0a") == false)
    }
}
