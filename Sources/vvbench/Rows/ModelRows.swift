import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// The data model (M2): one changed value of a screen with a hundred bindings.
    static let modelRows: [BenchmarkRow] = [
        BenchmarkRow("M2/path", "change one of 100 values that are bound, and deliver it") { context in
            let screen = try ModelScreen(context.inputs.compiler)
            let times = try context.stopwatch.time([screen.changeEachPath])
            return BenchmarkResult(
                value: times[0].median / Double(ModelScreen.count) / 1_000,
                unit: "µs",
                goal: .atMost(1.5)
            )
        },
        BenchmarkRow("M2/whole", "the same change, against the whole data anew") { context in
            let (screen, other) = (try ModelScreen(context.inputs.compiler), try ModelScreen(context.inputs.compiler))
            return try context.stopwatch.compare(
                units: ModelScreen.count,
                in: .microseconds,
                screen.changeEachPath,
                with: ("update(data:)", other.updateWhole),
                goal: .fasterThanBaseline(4)
            )
        },
        BenchmarkRow("M2/equal", "allocations of setting a value that is equal") { context in
            let screen = try ModelScreen(context.inputs.compiler)
            return BenchmarkResult(
                value: Double(try AllocationCounter.count { screen.setEqual() }),
                unit: "",
                goal: .atMost(0)
            )
        },
    ]
}

/// A screen with a hundred texts, each bound to a value of its own.
private final class ModelScreen {
    static let count = 100

    private let container: Container
    private let model: DataModel
    private let paths = (0..<count).map { DataPath([.key("value\($0)")]) }
    /// The whole data with each value changed, in turns.
    private let wholes: [[JSONValue]]
    private var turn = 0

    init(_ compiler: TemplateCompiler) throws {
        let texts = (0..<Self.count).map { #"<NText text="${value\#($0)}" layoutWidth="-1" layoutHeight="10"/>"# }
        let text = #"<VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">\#(texts.joined())</VHLayout>"#
        guard let bytes = compiler.compile(SourceFile(path: "Model.xml", text: text)).bytes else {
            throw BenchmarkError("the template has errors")
        }
        container = Container(try PreparedTemplate(Template(decoding: bytes)).makeTree())
        wholes = (0..<2).map { turn in
            (0..<Self.count).map { changed in
                .object(
                    BindingObject(
                        (0..<Self.count).map { ("value\($0)", Self.value($0, $0 <= changed ? turn + 1 : turn)) }
                    )
                )
            }
        }
        model = DataModel(wholes[1][Self.count - 1])
        container.model = model
    }

    private static func value(_ place: Int, _ turn: Int) -> JSONValue {
        .string(turn % 2 == 0 ? "even \(place)" : "odd \(place)")
    }

    /// Changes and delivers each value.
    func changeEachPath() -> Int {
        turn += 1
        let value = JSONValue.string(turn % 2 == 0 ? "even" : "odd")
        for path in paths {
            model[path] = value
            model.flush()
        }
        return Self.count
    }

    /// Shows the whole data for each change.
    func updateWhole() -> Int {
        turn += 1
        for data in wholes[turn % 2] { container.update(data: data) }
        return Self.count
    }

    /// Sets each value to what it is.
    func setEqual() {
        for path in paths {
            model[path] = model[path]
            model.flush()
        }
    }
}
