import CCurl

/// A libcurl handle, which keeps its connection to a gateway open for the next message.
///
/// One thread at a time uses it and blocks while a message is sent.
@safe struct CurlTransfer: ~Copyable {
    /// The time limit for connecting, in seconds.
    ///
    /// A gateway is in the same network or belongs to a large provider.
    private static let connectLimit = 10
    /// The time limit for a whole message, in seconds.
    ///
    /// A gateway may inspect a message for a while before it replies.
    private static let limit = 60

    /// Whether libcurl's global initialisation succeeded.
    ///
    /// It must precede all other calls and is not thread-safe.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    static var libraryVersion: String { LIBCURL_VERSION }

    private let handle: UnsafeMutableRawPointer

    init() throws(MailFailure) {
        guard Self.isReady, let handle = unsafe curl_easy_init()
        else { throw .broken("libcurl cannot be used") }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe curl_easy_cleanup(handle) }

    /// Sends a message to a gateway and returns when the gateway has accepted it.
    func send(_ message: MailMessage, over gateway: MailGateway) throws(MailFailure) {
        let conversation = SMTPTranscript(message.bytes)
        let result = withExtendedLifetime(conversation) {
            // Clear the options of the last message. The connection stays open.
            unsafe curl_easy_reset(handle)
            let recipients = unsafe curl_slist_append(nil, "<\(message.recipient.text)>")
            defer { unsafe curl_slist_free_all(recipients) }
            address(to: gateway)
            unsafe curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(message.from.text)>")
            unsafe curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
            connect(conversation)
            return unsafe curl_easy_perform(handle)
        }
        guard result != CURLE_OK else { return }
        if let reply = conversation.recipientReply, reply >= 500 { throw .recipientRefused(reply: reply) }
        if let reply = conversation.reply, reply >= 400 { throw .refused(reply: reply) }
        throw unsafe .broken(String(cString: curl_easy_strerror(result)))
    }

    private func address(to gateway: MailGateway) {
        unsafe curl_set_text(handle, CURLOPT_URL, gateway.url)
        unsafe curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        unsafe curl_set_number(handle, CURLOPT_USE_SSL, gateway.startTLS.level)
        if let authorities = gateway.authorities {
            unsafe curl_set_text(handle, CURLOPT_CAINFO, authorities)
        }
        if let user = gateway.user { unsafe curl_set_text(handle, CURLOPT_USERNAME, user) }
        if let password = gateway.password { unsafe curl_set_text(handle, CURLOPT_PASSWORD, password) }
        unsafe curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, Self.connectLimit)
        unsafe curl_set_number(handle, CURLOPT_TIMEOUT, Self.limit)
        // Timeouts must not raise signals in a process with other threads.
        unsafe curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    }

    /// Lets libcurl read the message and report the dialogue.
    ///
    /// The transcript must outlive the transfer.
    private func connect(_ conversation: SMTPTranscript) {
        let context = unsafe Unmanaged.passUnretained(conversation).toOpaque()
        unsafe curl_set_number(handle, CURLOPT_UPLOAD, 1)
        unsafe curl_set_pointer(handle, CURLOPT_READDATA, context)
        unsafe curl_set_reader(handle) { buffer, size, count, context in
            guard let buffer = unsafe buffer, let context = unsafe context else { return 0 }
            return unsafe Unmanaged<SMTPTranscript>.fromOpaque(context).takeUnretainedValue()
                .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
        unsafe curl_set_number(handle, CURLOPT_VERBOSE, 1)
        unsafe curl_set_pointer(handle, CURLOPT_DEBUGDATA, context)
        unsafe curl_set_listener(handle) { _, kind, bytes, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let conversation = unsafe Unmanaged<SMTPTranscript>.fromOpaque(context).takeUnretainedValue()
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: min(count, 4))
            switch kind {
            case CURLINFO_HEADER_OUT: unsafe conversation.said(Array(line))
            case CURLINFO_HEADER_IN: unsafe conversation.heard(Array(line))
            default: break
            }
            return 0
        }
    }
}

extension MailGateway.StartTLS {
    fileprivate var level: Int {
        switch self {
        case .required: Int(CURLUSESSL_ALL.rawValue)
        case .preferred: Int(CURLUSESSL_TRY.rawValue)
        case .never: Int(CURLUSESSL_NONE.rawValue)
        }
    }
}
