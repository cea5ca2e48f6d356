import VirtualViewExpressions
import VirtualViewFormat

/// The texts of one template while its setters are resolved: a long one is made and parsed once, however often the file
/// refers to it.
///
/// A setter has eight bytes, and a text that it refers to up to 65,535: made anew for each, the texts of a small file would
/// fill the memory. Short ones are made faster than they are found.
struct TemplateTexts {
    private struct Known {
        let text: String
        var expression: BindingExpression?
    }

    private var known: [StringID: Known] = [:]

    /// The length up to which a text is made anew, in bytes of UTF-8.
    private static let shortLength = 64

    /// Returns the text with an id, as the template makes it; `nil` for a text that the file does not have.
    mutating func text(_ id: StringID, _ make: @autoclosure () -> String?) -> String? {
        if !known.isEmpty, let text = known[id]?.text { return text }
        guard let text = make() else { return nil }
        if text.utf8.count > Self.shortLength { known[id] = Known(text: text) }
        return text
    }

    /// Returns the name of a setter's property; `nil` for a name that the file does not have.
    mutating func name(of setter: PropertySetter) -> String? {
        text(setter.key, setter.name)
    }

    /// Returns the text of a setter with its bindings; `nil` for a text that the file does not have.
    mutating func expression(of setter: PropertySetter, client: Client) -> BindingExpression? {
        guard case .string(let id) = setter.value else { return nil }
        if !known.isEmpty, let expression = known[id]?.expression { return expression }
        guard let text = text(id, setter.text) else { return nil }
        let expression = BindingExpression(text, client: client)
        if text.utf8.count > Self.shortLength { known[id] = Known(text: text, expression: expression) }
        return expression
    }
}
