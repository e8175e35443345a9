package import HTTP

private let contactsChapter = APIChapter(EmbeddedFiles["Contacts/contacts.json"])

extension APIFeature {
    /// The emergency contacts of a subscriber and of each person in care, and SOS.
    ///
    /// Without a mail server (`isMailed`), nothing can be delivered, and the answers say so.
    package static func contacts(
        in store: any ContactStore, isMailed: Bool, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: contactsChapter,
            endpoints: HelpRoutes<ContactDocument>(in: store, environment).endpoints
                + ContactRoutes(contactStore: store, isMailed: isMailed, environment: environment).endpoints
                + SOSRoutes(
                    contactStore: store, isMailed: isMailed, environment: environment,
                    idempotency: environment.idempotency
                ).endpoints
                + ContactLinkRoutes(contactStore: store, environment: environment).endpoints)
    }
}
