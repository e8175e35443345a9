package import Alerts
import Crypto
package import Foundation

/// Signs messages as Standard Webhooks has it.
package enum WebhookSignature {
    /// The value of `webhook-signature`: one signature for each secret that signs, separated by spaces.
    ///
    /// - Parameters:
    ///   - id: The identifier of the message, which stays the same when it is sent again.
    ///   - timestamp: When this try is made, in seconds since 1970.
    ///   - body: What is sent.
    ///   - secrets: The secrets of the receiver.
    ///   - now: The present.
    /// - Returns: Such as `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`.
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
