import Foundation

/// What an app writes by hand for the bindings of ``BindingInputs``: casts through what `JSONSerialization` gives.
struct DictionaryWalk {
    private let object: [String: Any]

    init(_ json: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        guard let object = value as? [String: Any] else { throw BenchmarkError("the data is no object") }
        self.object = object
    }

    /// Three steps.
    var city: String? {
        ((object["user"] as? [String: Any])?["address"] as? [String: Any])?["city"] as? String
    }

    /// Reads what each of the bindings reads; gives the sum of the values' sizes.
    var sum: Int {
        var sum = object["id"] as? Int ?? 0
        sum &+= (object["title"] as? String)?.utf8.count ?? 0
        sum &+= Int(object["price"] as? Double ?? 0)
        sum &+= object["on"] as? Bool == true ? 1 : 0
        sum &+= ((object["tags"] as? [Any])?[1] as? String)?.utf8.count ?? 0
        sum &+= ((object["user"] as? [String: Any])?["name"] as? String)?.utf8.count ?? 0
        sum &+= city?.utf8.count ?? 0
        let address = (object["user"] as? [String: Any])?["address"] as? [String: Any]
        sum &+= (address?["zip"] as? String)?.utf8.count ?? 0
        sum &+= (object["img"] as? String)?.utf8.count ?? 0
        let choice = object["on"] as? Bool == true ? object["title"] as? String : "none"
        return sum &+ (choice?.utf8.count ?? 0)
    }
}
