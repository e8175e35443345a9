import API
import Delivery
import HTTP

extension ServerConfiguration {
    /// The issuer of public alerts.
    ///
    /// The sender must stay the same for as long as alerts are referred to. An operator who changes the
    /// address should keep the old sender with `alert-sender`.
    var publisher: Publisher {
        Publisher(
            sender: alertSender ?? "breathe@\(publicAddress?.host ?? host)", address: publicAddress?.text,
            contact: alertContact)
    }
}
