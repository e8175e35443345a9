/// Who issues the public alerts.
package struct Publisher: Hashable, Sendable {
    /// The permanent name of the sender in CAP and in tag URIs (RFC 4151): an e-mail address or a domain
    /// name.
    package let sender: String
    /// The service's public address without a trailing slash; `nil` takes it from each request.
    package let address: String?
    /// Contact details for questions about an alert, in words for people.
    package let contact: String?

    package init(sender: String, address: String?, contact: String?) {
        self.sender = sender
        self.address = address
        self.contact = contact
    }
}
