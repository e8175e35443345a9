package import Alerts
import Crypto
package import Foundation

/// Signs messages according to Standard Webhooks.
package enum WebhookSignature {
    /// The value of `webhook-signature`: one signature for each active secret, separated by spaces.
    ///
    /// - Parameters:
    ///   - id: The identifier of the message, which stays the same at each try.
    ///   - timestamp: The time of this try, in seconds since 1970.
    ///   - body: The bytes of the message.
    ///   - secrets: The secrets of the receiver.
    ///   - now: The present.
    /// - Returns: A value such as `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`.
    package static func signatures(
        id: String, timestamp: Int64, body: [UInt8], secrets: [WebhookTarget.Secret], at now: Date
    ) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return secrets.filter { $0.signs(at: now) }.map { secret in
            let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: secret.bytes))
            return "v1," + Data(code).base64EncodedString()
        }.joined(separator: " ")
    }
}
