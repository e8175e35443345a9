import API
import Delivery

extension ServerConfiguration {
    /// Who issues the public alerts.
    ///
    /// The sender must stay the same for as long as alerts are referred to: whoever changes the address and not the
    /// sender should name the old one with `alert-sender`.
    var publisher: Publisher {
        Publisher(
            sender: alertSender ?? "breathe@\(publicAddress?.host ?? host)", address: publicAddress?.text,
            contact: alertContact)
    }
}
