import Testing
import VirtualViewCompiler

@Suite struct DiagnosticListTests {
    private let first = SourceFile(path: "first.xml", text: "0123456789")
    private let second = SourceFile(path: "second.xml", text: "0123456789")

    private func diagnostic(_ severity: Diagnostic.Severity, _ id: String, _ file: SourceFile, _ offset: Int)
        -> Diagnostic
    {
        Diagnostic(severity, id: id, "message", at: SourceRange(file, offset..<offset + 1))
    }

    @Test func ordersByFileThenPositionThenReport() {
        var list = DiagnosticList()
        list.addFile(first)
        list.add(diagnostic(.warning, "d", second, 1))
        list.add(diagnostic(.warning, "b", first, 5))
        list.add(diagnostic(.warning, "c", first, 5))
        list.add(diagnostic(.warning, "a", first, 2))
        #expect(list.ordered.map(\.id) == ["a", "b", "c", "d"])
        #expect(!list.hasErrors)
        #expect(!list.isEmpty)
    }

    @Test func emptyListHasNothing() {
        var list = DiagnosticList()
        list.addFile(first)
        #expect(list.isEmpty)
        #expect(list.ordered == [])
    }

    @Test(arguments: [Diagnostic.Severity.warning, .error])
    func aListThatTakesAnotherKnowsWhatThatLeftOut(_ severity: Diagnostic.Severity) {
        var other = DiagnosticList(limit: 1)
        other.add(diagnostic(severity, "a", first, 0))
        other.add(diagnostic(severity, "b", first, 1))
        var list = DiagnosticList(limit: 1)
        list.add(other)
        #expect(list.ordered.map(\.id) == ["a", "diagnostics.limit"])
        #expect(list.ordered.map(\.severity) == [severity, severity] && list.hasErrors == (severity == .error))
    }

    @Test func warningsBecomeErrorsOnRequest() {
        var list = DiagnosticList(warningsAreErrors: true)
        list.add(diagnostic(.warning, "a", first, 0))
        #expect(list.hasErrors)
        #expect(list.ordered.map(\.severity) == [.error])
    }

    @Test func keepsABoundedNumberForEachFile() {
        var list = DiagnosticList(limit: 3)
        for offset in 0..<5 { list.add(diagnostic(.warning, "w", first, offset)) }
        list.add(diagnostic(.warning, "w", second, 0))
        #expect(list.isFull(first))
        #expect(!list.isFull(second))
        #expect(!list.hasErrors)
        #expect(list.ordered.map(\.id) == ["w", "w", "w", "diagnostics.limit", "w"])
        #expect(list.ordered[3].message == "too many problems; 2 more are not shown")
        #expect(list.ordered[3].severity == .warning)
    }

    @Test func errorsTakeThePlaceOfTheLastWarnings() {
        var list = DiagnosticList(limit: 3)
        list.add(diagnostic(.warning, "a", first, 5))
        list.add(diagnostic(.error, "b", first, 4))
        list.add(diagnostic(.warning, "c", first, 0))
        list.add(diagnostic(.error, "d", first, 1))
        #expect(list.ordered.map(\.id) == ["d", "b", "a", "diagnostics.limit"])
        #expect(list.ordered[3].message == "too many problems; 1 more are not shown")
        #expect(list.hasErrors && list.ordered[3].severity == .warning)
        list.add(diagnostic(.error, "e", first, 2))
        #expect(list.ordered.map(\.id) == ["d", "e", "b", "diagnostics.limit"])
        list.add(diagnostic(.error, "f", first, 2))
        #expect(list.ordered.map(\.id) == ["d", "e", "b", "diagnostics.limit"])
        #expect(list.ordered[3].message == "too many problems; 3 more are not shown")
        #expect(list.ordered[3].severity == .error)
        var other = DiagnosticList(limit: 3)
        other.add(list)
        #expect(other.ordered == list.ordered)
    }

    @Test func listsJoinInTheOrderOfTheirInputs() {
        var list = DiagnosticList(limit: 2)
        list.addFile(second)
        var other = DiagnosticList(limit: 2)
        for offset in 0..<4 { other.add(diagnostic(.error, "e", first, offset)) }
        list.add(other)
        list.add(diagnostic(.warning, "w", second, 0))
        #expect(list.hasErrors)
        #expect(list.ordered.map(\.id) == ["w", "e", "e", "diagnostics.limit"])
        #expect(list.ordered.last?.message == "too many problems; 2 more are not shown")
    }

    @Test func manyFilesKeepTheirOrder() {
        let files = (0..<40).map { SourceFile(path: "\($0).xml", text: "0123") }
        var list = DiagnosticList()
        for file in files { list.addFile(file) }
        for (index, file) in files.enumerated().reversed() { list.add(diagnostic(.error, "\(index)", file, 0)) }
        #expect(list.ordered.map(\.id) == files.indices.map(String.init))
    }
}
