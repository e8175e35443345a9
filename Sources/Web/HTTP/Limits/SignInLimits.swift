import Foundation
import HTTPTypes
package import Hummingbird
package import People

/// How often one address may try passwords, have mails sent and write to us, and how many mails one mailbox gets.
///
/// They stand beside the waits after failures, which count by account; the quotas of the address are those of a school
/// or an office behind one address. They are off when the service does not limit addresses.
package struct SignInLimits: Sendable {
    private let clients: ClientAddress
    private let attempts: RateLimiter?
    private let askers: RateLimiter?
    private let mailboxes: RateLimiter?
    private let writers: RateLimiter?

    package init(clients: ClientAddress, isOn: Bool) {
        self.clients = clients
        func limiter(_ name: String, _ requests: Int, in seconds: Int) -> RateLimiter? {
            isOn ? RateLimiter(name, RequestRate(requests: requests, seconds: seconds)) : nil
        }
        attempts = limiter("sign-in", 60, in: 600)
        askers = limiter("account-mail", 20, in: 3_600)
        mailboxes = limiter("mailbox", 4, in: 3_600)
        writers = limiter("messages", 5, in: 3_600)
    }

    /// Counts an attempt to get in.
    ///
    /// - Throws: A `too-many-requests` problem.
    package func countAttempt(_ request: Request, _ context: BreatheContext) throws {
        try count(attempts, of: request, context)
    }

    /// Counts a mail that somebody wants to be sent to an address.
    ///
    /// - Throws: A `too-many-requests` problem, the same whether the address has an account or not.
    package func countMail(to address: String, _ request: Request, _ context: BreatheContext) throws {
        try count(askers, of: request, context)
        guard let mailboxes else { return }
        let verdict = mailboxes.take(for: .name(address.lowercased()))
        guard verdict.isAllowed else { throw mailboxes.problem(verdict) }
    }

    /// Counts a message to those who run the service: to the account of its author, or to the address that it comes from.
    ///
    /// - Parameters:
    ///   - author: Who wrote it; `nil` when nobody is signed in.
    ///   - request: The request.
    ///   - context: Over which connection it came.
    /// - Returns: What to tell of the quota in header fields.
    /// - Throws: A `too-many-requests` problem.
    package func countMessage(
        of author: Account.ID?, _ request: Request, _ context: BreatheContext
    ) throws -> HTTPFields {
        guard let writers else { return [:] }
        let address = clients.address(of: request, over: context.channel).map { RequestOrigin($0) }
        guard let origin = author.map({ .principal(.account($0)) }) ?? address else { return [:] }
        let verdict = writers.take(for: origin)
        guard verdict.isAllowed else { throw writers.problem(verdict) }
        return writers.fields(verdict)
    }

    private func count(_ limiter: RateLimiter?, of request: Request, _ context: BreatheContext) throws {
        guard let limiter, let address = clients.address(of: request, over: context.channel) else { return }
        let verdict = limiter.take(for: RequestOrigin(address))
        guard verdict.isAllowed else { throw limiter.problem(verdict) }
    }

    /// Where a request comes from, as failures are counted: an address, or the network of one household in version 6.
    package func origin(of request: Request, _ context: BreatheContext) -> String {
        guard let address = clients.address(of: request, over: context.channel),
            case .address(let bits, let isVersion6) = RequestOrigin(address)
        else { return "" }
        return (isVersion6 ? "6 " : "4 ") + String(bits, radix: 16)
    }
}
