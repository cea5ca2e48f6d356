import Testing
import VirtualView
import VirtualViewExpressions

/// Changes that are asked for while bindings are applied wait, and none of them gets lost.
@Suite struct WaitingChangesTests {
    private static let item = """
        <NText id="3" layoutWidth="10rp" text="${env.width} ${env.scale}" onBeforeDataLoad="${this.tag='b'}"/>
        """
    private static let screen = """
        <FrameLayout id="1" layoutWidth="100rp"><VirtualContainer id="4" dataTag="${rows}" order="0"/>
        <NText id="2" text="${env.width} ${env.scale}"/></FrameLayout>
        """
    private static let data: JSONValue = ["rows": [["type": "Row", "n": 0], ["type": "Row", "n": 1]]]

    private let runner = RecordingRunner()
    private let tree: NodeTree

    init() throws {
        tree = try LayoutSource.prepare(Self.screen).makeTree(source: PreparedTemplates(Self.item))
        tree.eventPrograms = runner
    }

    /// Shows data, and does something once while that goes on: in the `onBeforeDataLoad` of an item.
    private func update(_ data: JSONValue = Self.data, _ body: @escaping (_ item: NodeTree) -> Void) throws {
        var isDone = false
        runner.body = { _, node in
            guard !isDone, let item = node.tree else { return }
            isDone = true
            body(item)
        }
        tree.update(data: data)
        runner.body = nil
        try #require(isDone)
    }

    private func text(_ id: Int32) -> String? {
        (tree.node(withID: id) as? TextNode)?.text
    }

    // MARK: - The environment

    @Test(arguments: [true, false])
    func changesOfTheEnvironmentOfTreeAndItemBothHold(_ isItemLast: Bool) throws {
        try update { item in
            if isItemLast { tree.environment.width = 750 }
            item.environment.scale = 3
            if !isItemLast { tree.environment.width = 750 }
        }
        #expect(tree.root.layoutWidth == 100)
        #expect(tree.node(withID: 3)?.layoutWidth == 10)
        #expect(text(2) == "750 3")
        #expect(text(3) == "750 3")
    }

    /// A tree and its items have one environment, whichever of them it is set on.
    @Test func anItemsEnvironmentIsThatOfTheTree() throws {
        tree.update(data: Self.data)
        let item = try #require(tree.node(withID: 3)?.tree)
        #expect(item !== tree)
        item.environment = ScreenEnvironment(scale: 2, width: 750)
        #expect(tree.root.layoutWidth == 100)
        #expect(tree.node(withID: 3)?.layoutWidth == 10)
        #expect(text(2) == "750 2")
        #expect(text(3) == "750 2")
    }

    @Test(arguments: [true, false])
    func aChangeOfTheEnvironmentAndOneOfTheDataBothHold(_ isDataLast: Bool) throws {
        try update { _ in
            if !isDataLast { tree.update(data: ["rows": [["type": "Row", "n": 7]]]) }
            tree.environment.width = 750
            if isDataLast { tree.update(data: ["rows": [["type": "Row", "n": 7]]]) }
        }
        #expect(tree.root.layoutWidth == 100)
        #expect(tree.node(withID: 3)?.tree?.data?["n"] == 7)
        #expect(text(3) == "750 2")
    }

    /// The environment changes again in a callback that a binding of the first change leads to, or one after the other.
    @Test(arguments: [true, false]) func lengthsFollowTwoChangesOfTheEnvironment(_ isFirstInACallback: Bool) throws {
        let xml = """
            <FrameLayout><NText textColor="${= env.width > 500 or bad ? 'none' : 'red'}"/><NText id="2" layoutWidth="${w}"/>
            </FrameLayout>
            """
        let tree = try LayoutSource.prepare(xml).makeTree()
        tree.update(data: ["w": "100rp"])
        #expect(tree.node(withID: 2)?.layoutWidth == 50)
        tree.onIssue = { _ in
            if isFirstInACallback { tree.environment.width = 750 }
            tree.environment.appearance = .dark
        }
        if isFirstInACallback {
            tree.update(data: ["w": "100rp", "bad": true])
        } else {
            tree.environment.width = 750
        }
        #expect(tree.issues.map(\.code) == [.unknownColor])
        #expect(tree.node(withID: 2)?.layoutWidth == 100)
    }

    /// `env` and the object around it are two levels of what bindings read.
    @Test(arguments: [(JSONValue.maximumDepth - 2, true), (JSONValue.maximumDepth - 1, false)])
    func aValueOfTheEnvironmentThatIsTooDeepIsNotRead(_ depth: Int, _ isRead: Bool) throws {
        let inner = (1..<depth).reduce([] as JSONValue) { inner, _ in .array([inner]) }
        try #require(inner.depth == depth)
        let tree = try LayoutSource.prepare(#"<NText text="${= length(env.deep)} ${env.name}"/>"#).makeTree()
        tree.environment.values = ["deep": inner, "name": "Tea"]
        tree.update(data: nil)
        #expect((tree.root as? TextNode)?.text == (isRead ? "1 Tea" : " Tea"))
    }

    /// The order of a `VirtualContainer` says which entry it shows, and may be bound itself.
    @Test func aBoundOrderIsFollowed() throws {
        let source = try PreparedTemplates(#"<NText id="3" text="${n}"/>"#)
        let rows: JSONValue = [["type": "Row", "n": 0], ["type": "Row", "n": 1], ["type": "Row", "n": 2]]
        func screen(_ order: String) throws -> Container {
            let xml = "<FrameLayout><VirtualContainer dataTag=\"${rows}\" order=\"\(order)\"/></FrameLayout>"
            return Container(try LayoutSource.prepare(xml).makeTree(source: source))
        }
        func text(_ container: Container) -> String? { (container.tree.node(withID: 3) as? TextNode)?.text }
        let container = try screen("${n}")
        let model = DataModel(["rows": rows, "n": 0])
        container.model = model
        #expect(text(container) == "0")
        model["n"] = 1
        model.flush()
        #expect(text(container) == "1")
        container.update(data: ["rows": rows, "n": 2])
        #expect(text(container) == "2")
        let other = try screen("${env.n}")
        other.environment.values = ["n": 1]
        other.update(data: ["rows": rows])
        #expect(text(other) == "1")
        other.environment.values = ["n": 2]
        #expect(text(other) == "2")
    }

    // MARK: - Data and entries

    @Test func aResetBeforeAnUpdateIsNotForgotten() throws {
        let own = try #require(tree.node(withID: 2))
        own.tag = "of the app"
        try update { _ in
            tree.reset()
            tree.update(data: ["rows": []])
        }
        #expect(own.tag == nil)
        #expect(tree.data == ["rows": []])
        #expect(tree.node(withID: 3) == nil)
    }

    @Test func aResetAfterAnUpdateIsTheLastWord() throws {
        try update { _ in
            tree.update(data: ["rows": []])
            tree.reset()
        }
        #expect(tree.data == nil)
        #expect(text(2) == nil)
    }

    /// Data that is shown already changes nothing, but other entries of it do.
    @Test(arguments: [true, false])
    func otherEntriesOfTheSameDataAreShown(_ isDataLast: Bool) throws {
        let container = try #require(tree.node(withID: 4) as? VirtualContainerNode)
        try update { _ in
            if !isDataLast { tree.update(data: Self.data) }
            container.order = 1
            if isDataLast { tree.update(data: Self.data) }
        }
        #expect(tree.node(withID: 3)?.tree?.data?["n"] == 1)
    }

    @Test func anUpdateAfterOneForSomethingElseIsStillForThat() throws {
        let own = try #require(tree.node(withID: 2))
        own.tag = "of the app"
        try update { _ in
            tree.reuse(for: nil)
            tree.update(data: ["rows": [["type": "Row", "n": 5]]])
        }
        #expect(own.tag == nil)
        #expect(tree.node(withID: 3)?.tree?.data?["n"] == 5)
    }

    // MARK: - Order

    /// A program of a change that waited gives other data than what waits still: the newest counts.
    @Test func aNewerUpdateOfAHandlerIsTheLast() throws {
        let screen = """
            <FrameLayout><NText id="2" text="${title}" onBeforeDataLoad="${this.tag='b'}"/>
            <VH id="4" dataTag="${rows}"/></FrameLayout>
            """
        let source = try PreparedTemplates(#"<NText id="3" text="${t}" onSetData="${this.tag='s'}"/>"#)
        let tree = try LayoutSource.prepare(screen).makeTree(source: source)
        tree.eventPrograms = runner
        func data(_ title: String) -> JSONValue {
            ["title": .string(title), "rows": [["type": "Row", "t": .string(title)]]]
        }
        tree.update(data: data("0"))
        let item = try #require(tree.node(withID: 3)?.tree)
        var titles = ["older", "newest"]
        runner.body = { program, node in
            if program.handlerName == "onBeforeDataLoad", titles.count == 2 {
                item.update(data: ["t": "own"])
                tree.update(data: data(titles.removeFirst()))
            } else if program.handlerName == "onSetData", titles.count == 1, node.tree?.data?["t"] == "own" {
                tree.update(data: data(titles.removeFirst()))
                // What was asked for before is done by then, and this.
                #expect((tree.node(withID: 2) as? TextNode)?.text == "newest")
            }
        }
        tree.update(data: data("1"))
        #expect(titles.isEmpty)
        #expect((tree.node(withID: 2) as? TextNode)?.text == "newest")
        #expect((item.root as? TextNode)?.text == "newest")
    }

    /// The change that a callback asks for last has the last word, whatever it asked for in between.
    @Test(arguments: ["VH", "Scroller"], ["apply", "item", "apply inside"])
    func changesThatWaitKeepTheirOrder(_ component: String, _ between: String) throws {
        let screen = """
            <FrameLayout layoutWidth="-1" layoutHeight="-1"><NText id="2" onBeforeDataLoad="${this.tag='b'}"/>
            <\(component) id="4" dataTag="${rows}" layoutWidth="-1" layoutHeight="-1"/></FrameLayout>
            """
        let row = """
            <VHLayout layoutWidth="-1" layoutHeight="20"><NText id="3" text="${t}"/><VH id="5" dataTag="${cells}"/></VHLayout>
            """
        let cell = try LayoutSource.prepare(#"<NText id="6" text="${t}"/>"#)
        let source = PreparedTemplates(["Row": try LayoutSource.prepare(row), "Cell": cell])
        let tree = try LayoutSource.prepare(screen).makeTree(source: source)
        let container = Container(tree)
        let size = LayoutSize(width: 300, height: 400)
        tree.eventPrograms = runner
        func rows(_ names: String...) -> JSONValue {
            [
                "rows": .array(
                    BindingArray(
                        names.map { name in
                            [
                                "type": "Row", "t": .string(name),
                                "cells": [["type": "Cell", "t": .string("cell of " + name)]],
                            ]
                        }
                    )
                )
            ]
        }
        container.update(data: rows("a", "b"))
        container.layout(in: size)
        let list = try #require(tree.node(withID: 4) as? ItemContainerNode)
        let item = try #require(tree.node(withID: 3)?.tree)
        let inner = try #require(tree.node(withID: 5) as? ItemContainerNode)
        var isDone = false
        runner.body = { _, _ in
            guard !isDone else { return }
            isDone = true
            tree.update(data: rows("c", "d", "e"))
            var changes = ListChanges()
            changes.insert(["type": "Row", "t": "X"], at: 0)
            switch between {
            case "apply": #expect(throws: Never.self) { try list.apply(changes) }
            case "item": item.update(data: ["t": "own"])
            default: #expect(throws: Never.self) { try inner.apply(changes) }
            }
            tree.update(data: rows("f", "g"))
        }
        container.update(data: rows("z"))
        #expect(isDone)
        container.layout(in: size)
        #expect(list.items.count == 2)
        let texts = (0..<2).map { index in
            [3, 6].map { id in (list.item(forEntry: index)?.node(withID: id) as? TextNode)?.text }
        }
        #expect(texts == [["f", "cell of f"], ["g", "cell of g"]])
    }
}
