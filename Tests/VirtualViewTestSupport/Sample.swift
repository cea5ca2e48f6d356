import VirtualViewFormat

/// Small templates for tests.
package enum Sample {
    /// The file of a template with one text node, which says its version unless there is a text.
    package static func bytes(
        _ type: String,
        _ text: String? = nil,
        version: UInt16 = 1,
        digest: Bool = false
    ) -> [UInt8] {
        var builder = TemplateBuilder(type: type, version: FormatVersion(patch: version))
        builder.embedsDigest = digest
        do {
            try builder.openNode(component: 7)
            for side in ["layoutWidth", "layoutHeight"] { try builder.set(.int(-2, .none), for: builder.intern(side)) }
            try builder.set(.string(builder.intern(text ?? "version \(version)")), for: builder.intern("text"))
            try builder.closeNode()
            return try builder.encoded()
        } catch {
            preconditionFailure("the sample cannot be written: \(error)")
        }
    }

    /// A template with one text node, which says its version unless there is a text.
    package static func template(_ type: String, _ text: String? = nil, version: UInt16 = 1) -> Template {
        do {
            return try Template(decoding: bytes(type, text, version: version))
        } catch {
            preconditionFailure("the sample cannot be read: \(error)")
        }
    }
}
