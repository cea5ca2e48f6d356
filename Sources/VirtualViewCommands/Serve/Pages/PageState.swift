import VirtualViewFormat

/// The state of a template as a page knows it.
struct PageState: Equatable {
    /// The template's name.
    let name: String
    /// The number of the picture: a different number means a different picture.
    let picture: Int
    /// The problem; `nil` if nothing is.
    let problem: String?

    /// The state for a page's script.
    var json: String {
        var json = JSONWriter(isPretty: false)
        json.object { json in
            json.value("name", name)
            json.value("picture", picture)
            json.value("problem", problem)
        }
        return json.text
    }

    /// Returns the state that says that a template no longer exists.
    static func gone(_ name: String) -> String {
        var json = JSONWriter(isPretty: false)
        json.object { json in
            json.value("name", name)
            json.value("gone", true)
        }
        return json.text
    }
}
