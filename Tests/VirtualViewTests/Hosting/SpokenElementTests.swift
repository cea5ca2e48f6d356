import Testing
import VirtualView
import VirtualViewTestSupport

/// The elements of a tree for systems that know no elements inside of others.
@Suite struct SpokenElementTests {
    private static let words = SpokenElement.Words(
        longClick: "Long press",
        page: "Page",
        items: "Items",
        expanded: "expanded"
    )

    private func spoken(_ xml: String, data: JSONValue? = nil) throws -> [SpokenElement] {
        let item = #"<NText text="${t}" layoutWidth="100" layoutHeight="40" flag="flag_clickable"/>"#
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        if let data { container.update(data: data) }
        container.layout(in: LayoutSize(width: 100, height: 100))
        return container.accessibilityTree().spokenElements(Self.words)
    }

    private static let size = #"layoutWidth="20" layoutHeight="10""#
    private static let pages: JSONValue = ["p": [["type": "item", "t": "one"], ["type": "item", "t": "two"]]]

    @Test func noTraitIsAnother() {
        let traits: [SpokenElement.Traits] = [
            .text, .button, .header, .image, .link, .progress, .adjustable, .selected, .disabled,
        ]
        for (index, trait) in traits.enumerated() {
            #expect(!trait.isEmpty && traits[..<index].allSatisfy { $0.isDisjoint(with: trait) }, "\(trait)")
        }
    }

    @Test func aTextIsAText() throws {
        let spoken = try spoken("<NText text=\"Tea\" \(Self.size)/>")
        #expect(spoken.map { $0.label } == ["Tea"])
        #expect(spoken[0].traits == .text)
        #expect(!spoken[0].isClickable)
    }

    @Test func aButtonTakesClicksAndALongClickIsAnAction() throws {
        let spoken = try spoken(
            #"<NText text="Buy" flag="flag_clickable|flag_longclickable" accessibilityState="selected" \#(Self.size)/>"#
        )
        #expect(spoken[0].traits == [.button, .selected])
        #expect(spoken[0].isClickable)
        #expect(spoken[0].actions.map { $0.name } == ["Long press"])
        #expect(spoken[0].actions.map { $0.action } == [.longClick])
    }

    @Test func whatIsInsideOfAGroupBecomesItsActions() throws {
        let spoken = try spoken(
            """
            <FrameLayout layoutWidth="-1" layoutHeight="-1" accessibilityGroup="true">
                <NText text="Tea" \(Self.size)/><NText text="Buy" flag="flag_clickable" \(Self.size)/>
            </FrameLayout>
            """
        )
        #expect(spoken.count == 1)
        #expect(spoken[0].label.contains("Tea"))
        #expect(spoken[0].actions.map { $0.name } == ["Buy"])
        #expect(spoken[0].actions.map { $0.action } == [.click])
    }

    @Test func pagesAreAnElementWithWhichTheUserGoesOn() throws {
        let spoken = try spoken(
            #"<Page dataTag="${p}" layoutWidth="-1" layoutHeight="-1"/>"#,
            data: Self.pages
        )
        #expect(spoken.map { $0.label } == ["Page", "one"])
        #expect(spoken[0].value == "1 / 2")
        #expect(spoken[0].traits == .adjustable)
    }

    @Test func aSliderThatGoesOneWayOnlyIsAdjustedToo() throws {
        let spoken = try spoken(
            #"<Slider dataTag="${p}" itemWidth="100" layoutWidth="-1" layoutHeight="50"/>"#,
            data: Self.pages
        )
        #expect(spoken[0].traits == .adjustable)
    }

    @Test func aListIsNoElement() throws {
        let spoken = try spoken(
            #"<Scroller dataTag="${p}" layoutWidth="-1" layoutHeight="-1"/>"#,
            data: Self.pages
        )
        #expect(spoken.map { $0.label } == ["one", "two"])
    }

    @Test func whatSaysNothingIsLeftOut() throws {
        let spoken = try spoken("<NImage src=\"a\" \(Self.size)/>")
        #expect(spoken.isEmpty)
    }
}
