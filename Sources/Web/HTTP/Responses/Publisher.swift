/// Who issues the public alerts.
package struct Publisher: Hashable, Sendable {
    /// The unchanging name of the sender in CAP and in tag URIs (RFC 4151): an e-mail address or a domain name.
    package let sender: String
    /// Where the service is reached from outside, without a slash at its end; `nil` leaves it to each request.
    package let address: String?
    /// Whom to ask about an alert, in words for people.
    package let contact: String?

    package init(sender: String, address: String?, contact: String?) {
        self.sender = sender
        self.address = address
        self.contact = contact
    }
}
