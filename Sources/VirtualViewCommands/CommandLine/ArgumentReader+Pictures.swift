import VirtualView
import VirtualViewCompiler

// What a picture shows.

extension ArgumentReader {
    /// Returns the path of the file with the values that an app gives bindings.
    mutating func environment() -> String? {
        text(Option("--env", "FILE", help: "Lets bindings read the values of a JSON file as '${env.name}'"))
    }

    /// Returns the direction of the user's language.
    mutating func direction() -> ScreenEnvironment.LayoutDirection {
        let help = "Chooses the direction of the user's language"
        let name = text(Option("--direction", "NAME", choices: ["ltr", "rtl"], help: help))
        return name.flatMap { ScreenEnvironment.LayoutDirection(word: $0) } ?? .leftToRight
    }

    /// Returns the identifier of the user's language and region; `nil` if none is given.
    mutating func locale() throws(UsageError) -> String? {
        let help = "Chooses the user's language and region, as 'ar_EG' (default: en)"
        let option = Option("--locale", "ID", help: help)
        guard let text = text(option) else { return nil }
        guard TestScript.isLocale(text) else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected an identifier, as ar_EG")
        }
        return text
    }

    /// The maximum number of pictures side by side.
    private static let maximumWidthCount = 12

    /// Returns the widths of the pictures, each once.
    mutating func widths(
        help: String = "Sets widths in points, drawn side by side (default: those of the project file, or 375)"
    ) throws(UsageError) -> [Double]? {
        let option = Option("--width", "W,…", help: help)
        guard let text = text(option) else { return nil }
        var widths: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let width = DecimalText.number(part), width > 0, width <= 10_000 else {
                throw UsageError(
                    "'\(text)' is not a value of '\(option)': expected widths above 0 and up to 10000 points, as 320,375"
                )
            }
            if !widths.contains(width) { widths.append(width) }
        }
        guard widths.count <= Self.maximumWidthCount else {
            throw UsageError("'\(option)' takes \(Self.maximumWidthCount) widths at most")
        }
        return widths
    }
}
