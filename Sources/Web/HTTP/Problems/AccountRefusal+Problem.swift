import Foundation
import HTTPTypes
package import People

extension Problem {
    /// The problem document for a refused account operation.
    package init(_ refusal: AccountRefusal) {
        switch refusal {
        case .nameTaken: self.init(ProblemKind.nameTaken)
        // Only routes that have already proved ownership of the address, or of administrators, let this through.
        case .addressTaken: self.init(ProblemKind.identityTaken, "The address belongs to another account.")
        case .identityTaken: self.init(ProblemKind.identityTaken)
        case .unknownAccount: self.init(ProblemKind.unknownAccount)
        case .voidLink:
            self.init(ProblemKind.voidLink, "It was followed before, has ended, or never was one.")
        case .wrongPassword(let suggestsReset):
            self.init(ProblemKind.wrongPassword)
            self.suggestsReset = suggestsReset
        case .tooManyFailures(let wait, let suggestsReset):
            self.init(
                ProblemKind.tooManyFailures, "The next attempt is looked at in \(Self.seconds(wait)) seconds."
            )
            self.suggestsReset = suggestsReset
            headers[.retryAfter] = String(Self.seconds(wait))
        case .password(let objection):
            self.init(
                ProblemKind.invalidPassword,
                errors: [Detail(pointer: "/password", detail: Self.sentence(objection))])
        case .noMail: self.init(ProblemKind.noMail, "Its operator opens accounts (breathe account).")
        case .busy(let wait):
            self.init(ProblemKind.busy)
            headers[.retryAfter] = String(Self.seconds(wait))
        case .lastWayIn:
            self.init(ProblemKind.lastWayIn, "Choose a password first, or link another provider.")
        case .tooManyTokens(let limit): self.init(ProblemKind.tooManyTokens, "The limit is \(limit).")
        case .unknownToken: self.init(ProblemKind.unknownToken)
        case .unknownSession: self.init(ProblemKind.unknownSession)
        case .unknownStation: self.init(ProblemKind.unknownStation)
        }
    }

    private static func seconds(_ wait: Duration) -> Int64 {
        max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
    }

    private static func sentence(_ objection: PasswordObjection) -> String {
        let lengths = AccountRules.passwordLengths
        return switch objection {
        case .tooShort: "A password has at least \(lengths.lowerBound) characters."
        case .tooLong: "A password has at most \(lengths.upperBound) characters."
        case .common: "Many people have this password; it is among the first that are tried."
        case .likeName: "The password is the name or the address."
        }
    }
}
