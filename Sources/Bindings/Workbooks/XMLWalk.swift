import CXML

/// Why a document cannot be read.
enum XMLWalkFailure: Error {
    /// It is no well-formed XML.
    case damaged
    /// It declares a type or uses entities of its own, which no workbook needs.
    case declarations
}

/// Walks through an XML document from its beginning to its end.
///
/// Nothing outside of the document is loaded, and entities are not resolved.
@safe struct XMLWalk: ~Copyable {
    enum Step: Equatable {
        /// An element begins; its name without prefix. One that is empty also ends.
        case begin(String)
        case end(String)
        case text(String)
    }

    /// libxml2 is set up once, before several threads use it.
    private static let isReady: Void = xmlInitParser()

    private let reader: xmlTextReaderPtr
    private let memory: UnsafeMutableRawBufferPointer
    private var closesNext: String?

    init(_ bytes: [UInt8]) throws(XMLWalkFailure) {
        Self.isReady
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        unsafe memory.copyBytes(from: bytes)
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let text = unsafe memory.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let reader = unsafe xmlReaderForMemory(text, CInt(bytes.count), nil, nil, CInt(options)) else {
            unsafe memory.deallocate()
            throw .damaged
        }
        unsafe (self.reader, self.memory) = (reader, memory)
    }

    deinit {
        unsafe xmlFreeTextReader(reader)
        unsafe memory.deallocate()
    }

    /// The next step, or `nil` at the end.
    mutating func next() throws(XMLWalkFailure) -> Step? {
        if let name = closesNext {
            closesNext = nil
            return .end(name)
        }
        while true {
            switch unsafe xmlTextReaderRead(reader) {
            case 1: break
            case 0: return nil
            default: throw .damaged
            }
            if let step = try step() { return step }
        }
    }

    private mutating func step() throws(XMLWalkFailure) -> Step? {
        let kind = unsafe xmlTextReaderNodeType(reader)
        switch xmlReaderTypes(UInt32(bitPattern: kind)) {
        case XML_READER_TYPE_ELEMENT:
            let name = name
            if unsafe xmlTextReaderIsEmptyElement(reader) == 1 { closesNext = name }
            return .begin(name)
        case XML_READER_TYPE_END_ELEMENT: return .end(name)
        case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA, XML_READER_TYPE_SIGNIFICANT_WHITESPACE,
            XML_READER_TYPE_WHITESPACE:
            guard let value = unsafe xmlTextReaderConstValue(reader) else { return nil }
            return .text(unsafe String(cString: value))
        case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE: throw .declarations
        default: return nil
        }
    }

    private var name: String {
        guard let name = unsafe xmlTextReaderConstLocalName(reader) else { return "" }
        return unsafe String(cString: name)
    }

    /// The value of an attribute of the element that has just begun, by its name without prefix.
    func attribute(_ name: String) -> String? {
        guard unsafe xmlTextReaderMoveToFirstAttribute(reader) == 1 else { return nil }
        defer { unsafe xmlTextReaderMoveToElement(reader) }
        repeat {
            if self.name == name, let value = unsafe xmlTextReaderConstValue(reader) {
                return unsafe String(cString: value)
            }
        } while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1
        return nil
    }
}
