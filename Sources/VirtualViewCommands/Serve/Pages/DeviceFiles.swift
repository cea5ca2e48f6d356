import VirtualViewFormat
import VirtualViewPreview

/// The files that the playgrounds of the reference clients read (`Docs/Preview.md`).
enum DeviceFiles {
    /// Returns the list of names: a JSON array, as it is in a file `.dir`.
    static func list(_ names: [String]) -> String {
        var json = JSONWriter(isPretty: false)
        json.array(nil, names)
        return json.text + "\n"
    }

    /// Returns a template and its data in one: `{"templates": ["base64…"], "data": {…}}`.
    ///
    /// - Parameters:
    ///   - builds: The files, that of the template first.
    ///   - data: The data, which is JSON already; `nil` for none.
    /// - Returns: A JSON object.
    static func together(_ builds: [[UInt8]], data: [UInt8]?) -> String {
        JSONWriter.visible { json in
            json.array("templates", builds.map { Base64.text(of: $0) })
            json.value("data", written: data.map { String(decoding: $0.withoutByteOrderMark, as: UTF8.self) } ?? "{}")
        } + "\n"
    }
}
