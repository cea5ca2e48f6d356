/// What a page knows about a template.
struct PageState: Equatable {
    /// The template's name.
    let name: String
    /// The number of the picture: another one is another picture.
    let picture: Int
    /// What is wrong; `nil` when nothing is.
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

    /// That a template is no more.
    static func gone(_ name: String) -> String {
        var json = JSONWriter(isPretty: false)
        json.object { json in
            json.value("name", name)
            json.value("gone", true)
        }
        return json.text
    }
}
