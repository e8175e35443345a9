/// The text of the small page that a link in an e-mail opens.
package struct LinkText: Hashable, Sendable {
    package let title: String
    package let body: String
    /// The button's label; `nil` when there is nothing left to do.
    package let button: String?

    package init(title: String, body: String, button: String?) {
        self.title = title
        self.body = body
        self.button = button
    }
}

extension MessageCatalogue {
    /// Asks whether alerts may be sent to an address.
    package var confirmationPage: LinkText {
        LinkText(
            title: words(.confirmationSubject), body: words(.confirmationQuestion),
            button: words(.confirmationButton))
    }

    /// Confirms that alerts will be sent.
    package var confirmedPage: LinkText {
        LinkText(title: words(.confirmationDone), body: words(.confirmationThanks), button: nil)
    }

    /// Asks whether alerts should stop.
    package var unsubscriptionPage: LinkText {
        LinkText(
            title: words(.unsubscriptionButton), body: words(.unsubscriptionQuestion),
            button: words(.unsubscriptionButton))
    }

    /// Confirms that alerts have stopped.
    package var unsubscribedPage: LinkText {
        LinkText(title: words(.unsubscriptionDone), body: words(.unsubscriptionFarewell), button: nil)
    }

    /// Says that a link is invalid.
    package var invalidLinkPage: LinkText {
        LinkText(title: words(.invalidLink), body: words(.invalidLinkReason), button: nil)
    }
}
