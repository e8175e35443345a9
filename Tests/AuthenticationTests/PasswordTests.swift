import Foundation
import People
import SampleTesting
import Testing

@testable import Authentication

/// A cost at which hundreds of hashes take no time.
let cheap = PasswordHash.Cost(logarithm: 4, blockSize: 1, parallelism: 1)

@Suite struct PasswordHashTests {
    /// RFC 7914, section 12: scrypt of "pleaseletmein" with salt "SodiumChloride", N = 16384, r = 8, p = 1.
    @Test func `the RFC's own example hash is verified`() throws {
        let bytes = """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9\
            e61e85dc0d651e40dfcf017b45575887
            """
        let digits = stride(from: 0, to: bytes.count, by: 2).compactMap { start -> UInt8? in
            let from = bytes.index(bytes.startIndex, offsetBy: start)
            return UInt8(bytes[from..<bytes.index(from, offsetBy: 2)], radix: 16)
        }
        let salt = Data("SodiumChloride".utf8).base64EncodedString().replacing("=", with: "")
        let text =
            "$scrypt$ln=14,r=8,p=1$\(salt)$"
            + Data(digits).base64EncodedString().replacing("=", with: "")
        let kept = try #require(PasswordHash(text))
        #expect(try kept.matches("pleaseletmein"))
        #expect(try !kept.matches("pleaseletmeout"))
    }

    @Test func `a hash contains its cost and its own salt, and is read back`() throws {
        let (first, second) = (
            try PasswordHash("birch and hazel", cost: cheap), try PasswordHash("birch and hazel", cost: cheap)
        )
        #expect(first.text != second.text)
        #expect(first.text.hasPrefix("$scrypt$ln=4,r=1,p=1$"))
        let read = try #require(PasswordHash(first.text))
        #expect(read == first)
        #expect(try read.matches("birch and hazel"))
        for wrong in ["birch and haze", "birch and hazel ", "Birch and hazel", ""] {
            #expect(try !read.matches(wrong), "\(wrong)")
        }
    }

    @Test(arguments: [
        "", "birch", "$scrypt$", "$argon2id$ln=4,r=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
        "$scrypt$ln=0,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
        "$scrypt$ln=30,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
        "$scrypt$ln=20,r=32,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
        "$scrypt$ln=4,r=1,p=1$c2Fs$aGFzaGhhc2hoYXNoaGFzaA", "$scrypt$ln=4,r=1,p=1$c2FsdHNhbHQ$aA",
        "$scrypt$ln=4,r=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA$more",
    ])
    func `a malformed hash or an absurd cost is rejected`(text: String) {
        #expect(PasswordHash(text) == nil)
    }
}

@Suite struct PasswordRuleTests {
    @Test(arguments: [
        ("short12", PasswordObjection.tooShort), ("1234567", .tooShort), ("", .tooShort),
        (String(repeating: "ä", count: 129), .tooLong),
        ("password", .common), ("PassWord", .common), ("qwertyuiop", .common), ("1234567890", .common),
        ("annamueller", .likeName), ("AnnaMueller", .likeName), ("annamueller@example.org", .likeName),
    ])
    func `a password that is short, long, common or the person's name is refused`(
        password: String, expected: PasswordObjection
    ) {
        let objection = PasswordRules.objection(
            to: PasswordRules.normal(password), names: ["anna", "annamueller@example.org"])
        #expect(objection == expected)
    }

    @Test(arguments: [
        "birch & hazel", "ééééèèèè", String(repeating: "ä", count: 128), "        x", "🌿🌿🌿🌿🌿🌿🌿🌿",
        "a\u{0}bcdefgh",
    ])
    func `any other password is accepted`(password: String) {
        #expect(PasswordRules.objection(to: PasswordRules.normal(password), names: ["anna"]) == nil)
    }

    @Test func `the same keystrokes are the same password on every machine`() {
        #expect(PasswordRules.normal("Ångström-ﬁeld") == PasswordRules.normal("A\u{30a}ngstro\u{308}m-field"))
    }

    @Test func `the list has the library's passwords, except those that are too short anyway`() {
        #expect(CommonPasswords.count == 11_611)
        #expect(!CommonPasswords.contains("#! mit license"))
    }
}

@Suite struct PasswordHasherTests {
    @Test func `an unknown name costs the same work as a known one`() async throws {
        let hasher = PasswordHasher(cost: cheap)
        let kept = try await hasher.hash("birch and hazel")
        let before = hasher.workDone
        #expect(try await hasher.check("birch and hazel", against: kept).isRight)
        let known = hasher.workDone - before
        #expect(try await !hasher.check("birch and hazel", against: nil).isRight)
        #expect(hasher.workDone - before - known == known && known == 1)
    }

    @Test func `a hash with another cost is renewed when its password was right`() async throws {
        let kept = try PasswordHash("birch and hazel", cost: cheap).text
        let dearer = PasswordHasher(cost: PasswordHash.Cost(logarithm: 5, blockSize: 1, parallelism: 1))
        #expect(try await dearer.check("wrong", against: kept).renewed == nil)
        let renewed = try #require(try await dearer.check("birch and hazel", against: kept).renewed)
        #expect(renewed.hasPrefix("$scrypt$ln=5,"))
        #expect(try await dearer.check("birch and hazel", against: renewed).renewed == nil)
    }

    @Test func `when too many wait, new attempts are asked to come back later`() async throws {
        let hasher = PasswordHasher(cost: cheap, capacity: 2, threads: 1)
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One is being hashed, and two wait.
            for _ in 0..<3 { group.addTask { try await hasher.atADesk { gate.wait() } } }
            try await awaited("three have not come") { hasher.waitingCount == 3 ? true : nil }
            let work = hasher.workDone
            await #expect { try await hasher.hash("birch and hazel") } throws: { error in
                if case .busy = error as? AccountRefusal { true } else { false }
            }
            #expect(hasher.workDone == work)
            gate.signal()
            try await awaited("nobody has left") { hasher.waitingCount == 2 ? true : nil }
            group.addTask { _ = try await hasher.hash("there is room again") }
            for _ in 0..<2 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(hasher.waitingCount == 0)
    }
}

@Suite struct PasswordWaitTests {
    @Test func `a client that would wait longer than ten seconds learns how long it takes`() async throws {
        let hasher = PasswordHasher(cost: cheap, threads: 1, usual: .seconds(6))
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One is being hashed, and one waits for six seconds.
            for _ in 0..<2 { group.addTask { try await hasher.atADesk { gate.wait() } } }
            try await awaited("two have not come") { hasher.waitingCount == 2 ? true : nil }
            await #expect(throws: AccountRefusal.busy(wait: .seconds(12))) {
                try await hasher.hash("birch and hazel")
            }
            for _ in 0..<2 { gate.signal() }
            try await group.waitForAll()
        }
    }

    @Test func `an attempt whose password cannot be checked in time is refused before anything is read`()
        async throws
    {
        try await OpenedSignIn.open { open in
            for _ in 0..<3 { _ = await open.refusal("anna", "guess") }
            let hasher = PasswordHasher(cost: cheap, threads: 1, usual: .seconds(60))
            let crowded = SignInService(
                logins: open.service.logins, sessions: open.store, hasher: hasher, mailing: nil,
                now: open.service.now)
            let gate = DispatchSemaphore(value: 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await hasher.atADesk { gate.wait() } }
                try await awaited("nobody has come") { hasher.waitingCount == 1 ? true : nil }
                // The stored past would say that this name has failed too often.
                await #expect(throws: AccountRefusal.busy(wait: .seconds(60))) {
                    try await crowded.signIn(
                        SignInAttempt(
                            name: "anna", password: "guess", origin: "here", kind: .token, scopes: .all,
                            device: ""))
                }
                gate.signal()
                try await group.waitForAll()
            }
        }
    }

    @Test func `the wait is that of the hashes done lately`() async throws {
        let hasher = PasswordHasher(cost: cheap, threads: 1, usual: .seconds(60))
        for _ in 0..<40 { _ = try await hasher.hash("birch and hazel") }
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try await hasher.atADesk { gate.wait() } } }
            try await awaited("two have not come") { hasher.waitingCount == 2 ? true : nil }
            for _ in 0..<2 { gate.signal() }
            try await group.waitForAll()
        }
    }
}

@Suite struct SignInThrottleTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func wait(
        _ failures: Int, after seconds: Double, name: Int = 0, address: Int = 0, known: Bool = false
    ) -> Duration {
        let last = now.addingTimeInterval(-seconds)
        let past = SignInThrottle.Past(
            pair: SignInRecord(failures: failures, lastFailure: last, lastSuccess: known ? last : nil),
            name: SignInRecord(failures: name, lastFailure: last),
            address: SignInRecord(failures: address, lastFailure: last))
        return SignInThrottle.wait(past, at: now)
    }

    @Test func `the wait doubles after three failures and never exceeds a quarter of an hour`() {
        #expect((0...2).allSatisfy { wait($0, after: 0) == .zero })
        #expect((3...6).map { wait($0, after: 0) } == [1, 2, 4, 8].map { .seconds($0) })
        #expect([13, 20, 1_000, 1_000_000].allSatisfy { wait($0, after: 0) == .seconds(900) })
        #expect(wait(1_000, after: 899) == .seconds(1))
        #expect(wait(1_000, after: 900) == .zero)
    }

    @Test func `strangers' failures slow strangers down, not the owner`() {
        #expect(wait(0, after: 1, name: 49) == .zero)
        #expect(wait(0, after: 1, name: 1_000_000) == .seconds(9))
        #expect(wait(0, after: 1, name: 1_000_000, known: true) == .zero)
    }

    @Test func `an address that tries many names must wait, except for owners known there`() {
        #expect(wait(0, after: 1, address: 99) == .zero)
        #expect(wait(0, after: 1, address: 100) == .seconds(9))
        #expect(wait(0, after: 10, address: 1_000_000) == .zero)
        #expect(wait(0, after: 1, address: 1_000_000, known: true) == .zero)
    }

    @Test func `failures are forgotten after a day, and a clock that goes back locks nobody out`() {
        #expect(wait(1_000, after: 86_400) == .zero)
        #expect(wait(1_000, after: -1_000_000) == .seconds(900))
    }

    @Test func `no more attempts run at once than may fail`() {
        let attempts = AttemptsUnderWay()
        func begin(_ name: String, from origin: String = "here", failures: Int = 0, swept: Int = 0) -> Bool {
            attempts.begin(
                SignInNames(of: nil, typed: name, from: origin),
                after: SignInThrottle.Past(
                    pair: SignInRecord(failures: failures), address: SignInRecord(failures: swept)))
        }
        #expect((0..<5).map { _ in begin("anna") } == [true, true, true, false, false])
        #expect(begin("ben", failures: 2) && !begin("ben", failures: 2))
        attempts.end(SignInNames(of: nil, typed: "ben", from: "here"))
        #expect(begin("ben", failures: 9) && !begin("ben", failures: 9))
        #expect(begin("ben", from: "there", swept: 1_000) && !begin("carla", from: "there", swept: 1_000))
        #expect((0..<30).filter { begin("\($0)", from: "elsewhere") }.count == SignInThrottle.share)
        #expect(begin("30", from: "somewhere else"))
    }
}
