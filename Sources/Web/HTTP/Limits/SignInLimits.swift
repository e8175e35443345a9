import Foundation
import HTTPTypes
package import Hummingbird
package import People

/// Limits on password attempts, mails and contact messages and gifts by address, on mails by mailbox, on codes
/// of studies by account and address, and on products by account.
///
/// They complement the delays after failures, which count by account. The quota of an address suits a school
/// or an office behind one address. The limits are off if the service does not limit addresses.
package struct SignInLimits: Sendable {
    private let clients: ClientAddress
    private let attempts: RateLimiter?
    private let askers: RateLimiter?
    private let mailboxes: RateLimiter?
    private let writers: RateLimiter?
    private let givers: RateLimiter?
    private let guessers: RateLimiter?
    private let classes: RateLimiter?
    private let products: RateLimiter?

    package init(clients: ClientAddress, isOn: Bool) {
        self.clients = clients
        func limiter(_ name: String, _ requests: Int, in seconds: Int) -> RateLimiter? {
            isOn ? RateLimiter(name, RequestRate(requests: requests, seconds: seconds)) : nil
        }
        attempts = limiter("sign-in", 60, in: 600)
        askers = limiter("account-mail", 20, in: 3_600)
        mailboxes = limiter("mailbox", 4, in: 3_600)
        writers = limiter("messages", 5, in: 3_600)
        givers = limiter("gifts", 10, in: 3_600)
        // With 1,000 open codes of five characters, one guess in 14,000 hits: an account needs 60 days for them.
        guessers = limiter("study-codes", 10, in: 3_600)
        // A class joins behind one address, and each looks at the study before.
        classes = limiter("study-codes-address", 100, in: 3_600)
        // All accounts together may ask for ten products a minute, so none gets more than half of them.
        products = limiter("products", 5, in: 60)
    }

    /// Counts a sign-in attempt.
    ///
    /// - Throws: A `too-many-requests` problem.
    package func countAttempt(_ request: Request, _ context: BreatheContext) throws {
        try count(attempts, of: request, context)
    }

    /// Counts a mail that somebody asks us to send to an address.
    ///
    /// - Throws: A `too-many-requests` problem, which is the same whether or not the address has an account.
    package func countMail(to address: String, _ request: Request, _ context: BreatheContext) throws {
        try count(askers, of: request, context)
        guard let mailboxes else { return }
        let verdict = mailboxes.take(for: .name(address.lowercased()))
        guard verdict.isAllowed else { throw mailboxes.problem(verdict) }
    }

    /// Counts a message to the operators against its author's account, or else against the client address.
    ///
    /// - Parameters:
    ///   - author: The author's account; `nil` if nobody is signed in.
    ///   - request: The request.
    ///   - context: The connection of the request.
    /// - Returns: The header fields with the quota.
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

    /// Counts a page of payment that an address opens.
    ///
    /// - Returns: The header fields with the quota.
    /// - Throws: A `too-many-requests` problem.
    package func countGift(_ request: Request, _ context: BreatheContext) throws -> HTTPFields {
        guard let givers, let address = clients.address(of: request, over: context.channel)
        else { return [:] }
        let verdict = givers.take(for: RequestOrigin(address))
        guard verdict.isAllowed else { throw givers.problem(verdict) }
        return givers.fields(verdict)
    }

    /// Counts a code of a study that somebody enters, against the account and against its address.
    ///
    /// - Throws: A `too-many-requests` problem.
    package func countCode(
        of account: Account.ID, _ request: Request, _ context: BreatheContext
    ) throws {
        guard let guessers else { return }
        let verdict = guessers.take(for: .principal(.account(account)))
        guard verdict.isAllowed else { throw guessers.problem(verdict) }
        try count(classes, of: request, context)
    }

    /// Counts a product that an account asks for.
    ///
    /// - Throws: A `too-many-requests` problem.
    package func countProduct(of account: Account.ID) throws {
        guard let products else { return }
        let verdict = products.take(for: .principal(.account(account)))
        guard verdict.isAllowed else { throw products.problem(verdict) }
    }

    private func count(_ limiter: RateLimiter?, of request: Request, _ context: BreatheContext) throws {
        guard let limiter, let address = clients.address(of: request, over: context.channel) else { return }
        let verdict = limiter.take(for: RequestOrigin(address))
        guard verdict.isAllowed else { throw limiter.problem(verdict) }
    }

    /// The origin of a request for counting failures: an address, or an IPv6 household's network.
    package func origin(of request: Request, _ context: BreatheContext) -> String {
        guard let address = clients.address(of: request, over: context.channel),
            case .address(let bits, let isVersion6) = RequestOrigin(address)
        else { return "" }
        return (isVersion6 ? "6 " : "4 ") + String(bits, radix: 16)
    }
}
