import Foundation

/// Data and bindings that rows measure on.
enum BindingInputs {
    /// Bindings of one object: a property, paths of two and three steps, an index, a choice.
    static let texts = [
        "${id}", "${title}", "${price}", "${on}", "${tags[1]}", "${user.name}", "${user.address.city}",
        "${user.address.zip}", "${img}", "@{${on} ? ${title} : none}",
    ]

    /// One object, as a list of a feed has many.
    static func object(_ number: Int) -> String {
        """
        {"id":\(number),"title":"Product number \(number)","price":\(Double(number) * 1.25),"on":\(number % 2 == 0),\
        "tags":["a","bb","a longer tag text"],"user":{"name":"Mira","address":{"city":"Oslo","zip":"0150"}},\
        "img":"https://example.com/img/\(number).png"}
        """
    }

    /// A list of such objects, a little more than a million bytes of JSON.
    static func document() -> [UInt8] {
        var text = "[" + object(0)
        var number = 1
        while text.utf8.count < 1_000_000 {
            text += "," + object(number)
            number += 1
        }
        return Array("\(text)]".utf8)
    }
}
