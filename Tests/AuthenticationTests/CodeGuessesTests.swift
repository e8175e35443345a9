import Foundation
import People
import SampleTesting
import Storage
import Testing

@testable import Authentication

@Suite struct CodeGuessesTests {
    private let anna = Account.ID(rawValue: 7)
    private let ben = Account.ID(rawValue: 70)

    @Test func `after ten wrong codes an hour passes after each, on every node`() async throws {
        let opened = try OpenedSignIn()
        let nodes = (0..<2).map { _ in
            CodeGuesses(logins: RowLoginStore(store: opened.store), now: opened.service.now)
        }
        for number in 0..<CodeGuesses.free {
            #expect(try await nodes[number % 2].codeWait(of: anna) == .zero)
            try await nodes[number % 2].noteWrongCode(of: anna)
        }
        for node in nodes {
            #expect(try await node.codeWait(of: anna) == .seconds(3_600))
            #expect(try await node.codeWait(of: ben) == .zero)
        }
        opened.pass(3_000)
        #expect(try await nodes[1].codeWait(of: anna) == .seconds(600))
        opened.pass(600)
        #expect(try await nodes[0].codeWait(of: anna) == .zero)
        try await nodes[0].noteWrongCode(of: anna)
        #expect(try await nodes[1].codeWait(of: anna) == .seconds(3_600))
        // A day without a wrong code is a new beginning.
        opened.pass(86_401)
        #expect(try await nodes[0].codeWait(of: anna) == .zero)
        try await nodes[0].noteWrongCode(of: anna)
        #expect(try await nodes[0].codeWait(of: anna) == .zero)
    }
}
