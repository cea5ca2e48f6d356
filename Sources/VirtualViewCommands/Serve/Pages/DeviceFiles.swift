import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

/// The files that the playgrounds of the reference clients read (`Docs/Preview.md`).
enum DeviceFiles {
    /// Returns the list of names: a JSON array, as it is in a file `.dir`.
    static func list(_ names: [String]) -> String {
        var json = JSONWriter(isPretty: false)
        json.array { json in
            for name in names { json.value(nil, name) }
        }
        return json.text + "\n"
    }

    /// Returns a template and its data in one: `{"templates": ["base64…"], "data": {…}}`.
    ///
    /// - Parameters:
    ///   - builds: The files, that of the template first.
    ///   - data: The data, which is JSON already; `nil` for none.
    /// - Returns: A JSON object.
    static func together(_ builds: [[UInt8]], data: [UInt8]?) -> String {
        var json = JSONWriter(isPretty: false)
        json.object { json in
            json.array("templates") { json in
                for build in builds { json.value(nil, Base64.text(of: build)) }
            }
            json.value("data", written: data.map { String(decoding: $0, as: UTF8.self) } ?? "{}")
        }
        return json.text + "\n"
    }
}
