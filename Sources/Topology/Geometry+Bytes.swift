import CGEOS

extension Geometry {
    /// Reads the well-known binary form (OGC 06-103r4, 8).
    init(wkb: [UInt8], in context: GeometryContext) throws(TopologyError) {
        guard let reader = unsafe GEOSWKBReader_create_r(context.handle) else {
            throw .failed(operation: "createReader")
        }
        defer { unsafe GEOSWKBReader_destroy_r(context.handle, reader) }
        guard let geometry = unsafe GEOSWKBReader_read_r(context.handle, reader, wkb, wkb.count) else {
            throw .malformedBytes
        }
        try unsafe self.init(owning: geometry, in: context, operation: "readBytes")
    }

    /// The well-known binary form.
    func wkb() throws(TopologyError) -> [UInt8] {
        guard let writer = unsafe GEOSWKBWriter_create_r(context.handle) else {
            throw .failed(operation: "createWriter")
        }
        defer { unsafe GEOSWKBWriter_destroy_r(context.handle, writer) }
        // The same bytes on every machine, so that stores can be moved and compared.
        unsafe GEOSWKBWriter_setByteOrder_r(context.handle, writer, Int32(GEOS_WKB_NDR.rawValue))
        var count = 0
        guard let bytes = unsafe GEOSWKBWriter_write_r(context.handle, writer, pointer, &count) else {
            throw .failed(operation: "writeBytes")
        }
        defer { unsafe GEOSFree_r(context.handle, bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
