import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewExpressions

@Suite struct BindingPortabilityTests {
    @Test(arguments: [
        ("Hi ${a}", ["error binding.ios-interpolation 3..<7"]),
        ("${a}${b}", ["error binding.ios-interpolation 0..<4"]),
        ("\\${a}", ["error binding.ios-escape 0..<3"]),
        ("${a ?: 'b'}", ["error binding.ios-default 4..<10"]),
        ("@{${a}?@{${b}?c:d}:e}", ["warning binding.ios-truth 2..<6", "error binding.ios-nesting 7..<18"]),
        ("@{${a}?b:@{${c}?d:e}}", ["warning binding.ios-truth 2..<6"]),
        ("@{@{${a}?b:c}?d:e}", ["error binding.ios-nesting 2..<13", "warning binding.ios-truth 2..<13"]),
        ("@{${a}?'b':c}", ["warning binding.ios-truth 2..<6", "error binding.ios-quotes 7..<10"]),
        (
            "@{${a}?'b:c':d}",
            [
                "warning binding.ios-truth 2..<6", "error binding.ios-quotes 7..<12",
                "error binding.ios-separator 9..<10",
            ]
        ),
        ("@{${a}?b:c:d?}", ["warning binding.ios-truth 2..<6"]),
        ("@{a:b?c:d}", ["warning binding.ios-root 2..<5", "error binding.ios-separator 3..<4"]),
        ("@{NULL?c:d}", ["warning binding.ios-truth 2..<6"]),
        ("@{?c:d}", ["warning binding.ios-empty-part 1..<2"]),
        ("${a.b}", ["warning binding.ios-fall-through 0..<5"]),
        ("${a .b}", ["warning binding.ios-fall-through 0..<6", "warning binding.ios-blanks 3..<4"]),
        ("${\na}", ["error binding.ios-line-end 2..<3"]),
        ("${a}\n", ["error binding.ios-line-end 0..<4"]),
        (" ${ a[ 0 ] } ", ["warning binding.ios-fall-through 1..<11"]),
        ("${a}", []),
        ("plain", []),
        ("${a..b}", []),
    ])
    func tellsWhatTheIOSClientDoes(_ text: String, _ expected: [String]) {
        #expect(found(text, .iOS) == expected)
    }

    @Test(arguments: [
        ("Hi ${a}", ["error binding.android-interpolation 3..<7"]),
        ("\\${a}", ["error binding.android-escape 0..<3"]),
        ("${a ?: 'b'}", ["error binding.android-default 4..<10"]),
        ("@{${a}?b:@{${c}?d:e}}", ["error binding.android-nesting 9..<20"]),
        ("@{${a}?'b':c}", ["error binding.android-quotes 7..<10"]),
        ("@{${a}?b:http://c}", ["error binding.android-separator 13..<14"]),
        ("@{${a}?b?:c}", ["error binding.android-separator 8..<9"]),
        (" ${a}", ["error binding.android-outer-blanks 1..<5"]),
        ("${ a }", ["warning binding.android-blanks 2..<3"]),
        ("${a[ 0]}", ["warning binding.android-steps 0..<7", "warning binding.android-blanks 4..<6"]),
        ("${a[0][1]}", ["warning binding.android-steps 0..<9", "warning binding.android-second-index 6..<7"]),
        ("${a.0}", ["warning binding.android-steps 0..<5", "warning binding.android-numeric-key 4..<5"]),
        ("${1}", ["warning binding.android-numeric-key 2..<3"]),
        ("${This}", ["warning binding.android-this 2..<6"]),
        ("@{${a}?b:c}", []),
        ("${a}", []),
    ])
    func tellsWhatTheAndroidClientDoes(_ text: String, _ expected: [String]) {
        #expect(found(text, .android) == expected)
    }

    @Test func tellsWhatClientsMakeOfAValue() {
        let onIOS: [ValueKind: String] = [
            .bool: "binding.ios-bool", .int: "binding.ios-units", .textStyle: "binding.ios-words",
        ]
        for (kind, id) in onIOS {
            let issues = BindingExpression.portabilityIssues(in: "${a}", for: .iOS, kind: kind)
            #expect(issues.map(\.id) == [id])
        }
        #expect(BindingExpression.portabilityIssues(in: "${a}", for: .iOS, kind: .gravity) == [])
        #expect(BindingExpression.portabilityIssues(in: "a", for: .iOS, kind: .bool) == [])
        let android = BindingExpression.portabilityIssues(in: "${a}", for: .android, kind: .visibility)
        #expect(android.map(\.id) == ["binding.android-visibility"])
    }

    @Test func hasUniqueIDsAndMessagesOfOneLine() {
        let ids = Portability.allCases.map(\.rawValue) + BindingProblem.allCases.map(\.rawValue)
        #expect(Set(ids).count == ids.count)
        let messages = Portability.allCases.map(\.message) + BindingProblem.allCases.map(\.message)
        #expect(messages.allSatisfy { !$0.isEmpty && !$0.contains("\n") && !$0.hasSuffix(".") })
    }

    /// The converse of the tables above: a text about which nothing is said means the same to the client.
    @Test func saysSomethingWheneverTheIOSClientDiffers() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(4000) {
            let source = BindingSource(using: &random)
            let data = BindingSource.data(using: &random)
            var issues: [BindingIssue] = []
            let own = BindingExpression(source.text, issues: &issues)
            let reference = BindingExpression(source.text, client: .iOS)
            let isLiteral = own.kind == .text && reference.kind == .text
            guard !isLiteral, own.evaluate(on: data) != reference.evaluate(on: data) else { continue }
            let told = BindingExpression.portabilityIssues(in: source.text, for: .iOS)
            #expect(!(issues + told).isEmpty, "seed \(RandomTests.seed): \(source.text) on \(data)")
        }
    }

    @Test func onlyStepsConcernEveryPath() {
        let issues = [Client.iOS, .android].flatMap { client in
            ["${a.b}", "Hi ${a}", "${ a[ 0].1 }", "@{${a.b}?'c':}"].flatMap {
                BindingExpression.portabilityIssues(in: $0, for: client)
            }
        }
        let ids = Set(issues.filter(\.concernsEveryPath).map(\.id))
        #expect(ids == ["binding.ios-fall-through", "binding.android-steps"])
        #expect(issues.contains { !$0.concernsEveryPath })
    }

    private func found(_ text: String, _ client: Client) -> [String] {
        BindingExpression.portabilityIssues(in: text, for: client).map { "\($0.severity) \($0.id) \($0.range)" }
    }
}
