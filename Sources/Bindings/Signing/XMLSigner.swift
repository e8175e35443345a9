import CXMLSecurity

/// Why documents cannot be signed.
package enum XMLSigningMistake: String, Error, Hashable, Sendable {
    case key = "the key is not a private key of RSA or an elliptic curve, in PEM and without a password"
    case certificate = "the certificate is not in PEM"
    case pair = "the certificate is that of another key"
    case document = "the document is not XML"
    /// The library refused to sign.
    case refused = "the document could not be signed"
}

/// Signs XML documents with a key, and names its certificate in them.
///
/// The signature is the last element within the root (W3C, XML Signature Syntax and Processing 1.1, "enveloped"), over
/// the document in its exclusive canonical form, with SHA-256.
package struct XMLSigner: Sendable {
    private let key: [UInt8]
    /// The certificate in PEM.
    package let certificate: [UInt8]

    /// Makes a signer and tries it.
    ///
    /// - Parameters:
    ///   - key: A private key in PEM, of RSA or of an elliptic curve.
    ///   - certificate: The certificate of that key, in PEM.
    /// - Throws: ``XMLSigningMistake`` when they cannot be read, or do not belong together.
    package init(key: [UInt8], certificate: [UInt8]) throws(XMLSigningMistake) {
        self.key = key
        self.certificate = certificate
        let trial = try XMLDocument(Array("<trial/>".utf8))
        try sign(trial)
        guard trial.isSigned(by: try SigningKey(certificate, .certificate)) else { throw .pair }
    }

    /// Returns the document with a signature.
    ///
    /// - Throws: ``XMLSigningMistake/document`` when it is not XML, or ``XMLSigningMistake/refused``.
    package func sign(_ document: [UInt8]) throws(XMLSigningMistake) -> [UInt8] {
        let document = try XMLDocument(document)
        try sign(document)
        return try document.bytes
    }

    private func sign(_ document: borrowing XMLDocument) throws(XMLSigningMistake) {
        let signer = try SigningKey(key, .key)
        try signer.name(certificate)
        try document.sign(with: signer)
    }
}

/// The library, which is set up once for the program.
private enum XMLSecurity {
    static let isReady: Bool = {
        xmlInitParser()
        // Mistakes come back as results; nothing is written to the terminal.
        xmlSecErrorsDefaultCallbackEnableOutput(0)
        return xmlSecInit() >= 0 && xmlSecOpenSSLAppInit(nil) >= 0 && xmlSecOpenSSLInit() >= 0
    }()
}

/// A private key, or the public key of a certificate.
@safe private struct SigningKey: ~Copyable {
    enum Source { case key, certificate }

    private let key: xmlSecKeyPtr

    deinit { unsafe xmlSecKeyDestroy(key) }

    init(_ pem: [UInt8], _ source: Source) throws(XMLSigningMistake) {
        let format = source == .key ? xmlSecKeyDataFormatPem : xmlSecKeyDataFormatCertPem
        // With an empty password, nobody is asked for one at the terminal.
        let key =
            unsafe XMLSecurity.isReady
            ? xmlSecOpenSSLAppKeyLoadMemory(pem, UInt32(pem.count), format, "", nil, nil) : nil
        guard let key = unsafe key else { throw source == .key ? .key : .certificate }
        unsafe self.key = key
    }

    /// The algorithm that signs with keys of this kind; `nil` for other kinds.
    var method: xmlSecTransformId? {
        let kind = unsafe xmlSecKeyGetValue(key)?.pointee.id
        if unsafe kind == xmlSecOpenSSLKeyDataRsaGetKlass() {
            return unsafe xmlSecOpenSSLTransformRsaSha256GetKlass()
        }
        if unsafe kind == xmlSecOpenSSLKeyDataEcdsaGetKlass() {
            return unsafe xmlSecOpenSSLTransformEcdsaSha256GetKlass()
        }
        return nil
    }

    /// Adds a certificate, which is then part of the signature.
    func name(_ certificate: [UInt8]) throws(XMLSigningMistake) {
        let status = unsafe xmlSecOpenSSLAppKeyCertLoadMemory(
            key, certificate, UInt32(certificate.count), xmlSecKeyDataFormatCertPem)
        guard status >= 0 else { throw .certificate }
    }

    /// Gives the key away: its new owner destroys it.
    consuming func release() -> xmlSecKeyPtr {
        let key = unsafe key
        discard self
        return unsafe key
    }
}

/// A document of libxml2.
@safe private struct XMLDocument: ~Copyable {
    private let document: xmlDocPtr

    deinit { unsafe xmlFreeDoc(document) }

    init(_ bytes: [UInt8]) throws(XMLSigningMistake) {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let document = unsafe bytes.withUnsafeBytes { buffer in
            let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe xmlReadMemory(text, CInt(buffer.count), nil, nil, CInt(options))
        }
        guard let document = unsafe document else { throw .document }
        unsafe self.document = document
    }

    /// The document as it is now.
    var bytes: [UInt8] {
        get throws(XMLSigningMistake) {
            guard let buffer = unsafe xmlBufferCreate() else { throw .refused }
            defer { unsafe xmlBufferFree(buffer) }
            guard let writer = unsafe xmlSaveToBuffer(buffer, "UTF-8", 0) else { throw .refused }
            let status = unsafe (xmlSaveDoc(writer, document), xmlSaveClose(writer))
            guard status.0 >= 0, status.1 >= 0 else { throw .refused }
            let count = unsafe Int(xmlBufferLength(buffer))
            return unsafe Array(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: count))
        }
    }

    /// Adds a signature as the last element.
    func sign(with key: consuming SigningKey) throws(XMLSigningMistake) {
        guard let method = unsafe key.method else { throw .key }
        guard let signature = unsafe emptySignature(method),
            let context = unsafe xmlSecDSigCtxCreate(nil)
        else { throw .refused }
        defer { unsafe xmlSecDSigCtxDestroy(context) }
        unsafe context.pointee.signKey = key.release()
        guard unsafe xmlSecDSigCtxSign(context, signature) >= 0 else { throw .refused }
    }

    /// A signature of the whole document with nothing filled in.
    private func emptySignature(_ method: xmlSecTransformId) -> xmlNodePtr? {
        guard let root = unsafe xmlDocGetRootElement(document),
            let signature = unsafe xmlSecTmplSignatureCreate(
                document, xmlSecTransformExclC14NGetKlass(), method, nil)
        else { return nil }
        unsafe xmlAddChild(root, signature)
        let whole = unsafe xmlSecTmplSignatureAddReference(
            signature, xmlSecOpenSSLTransformSha256GetKlass(), nil, "", nil)
        guard let whole = unsafe whole,
            unsafe xmlSecTmplReferenceAddTransform(whole, xmlSecTransformEnvelopedGetKlass()) != nil,
            unsafe xmlSecTmplReferenceAddTransform(whole, xmlSecTransformExclC14NGetKlass()) != nil,
            let owner = unsafe xmlSecTmplSignatureEnsureKeyInfo(signature, nil),
            unsafe xmlSecTmplKeyInfoAddX509Data(owner) != nil
        else { return nil }
        return unsafe signature
    }

    /// Whether the signature that is the last element was made with the private part of a key.
    func isSigned(by key: consuming SigningKey) -> Bool {
        guard let root = unsafe xmlDocGetRootElement(document),
            let signature = unsafe xmlGetLastChild(root), let context = unsafe xmlSecDSigCtxCreate(nil)
        else { return false }
        defer { unsafe xmlSecDSigCtxDestroy(context) }
        unsafe context.pointee.signKey = key.release()
        return unsafe xmlSecDSigCtxVerify(context, signature) >= 0
            && context.pointee.status == xmlSecDSigStatusSucceeded
    }
}
