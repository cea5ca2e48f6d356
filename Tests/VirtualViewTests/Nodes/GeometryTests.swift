import Testing
import VirtualView

@Suite struct GeometryTests {
    @Test func printsInFewCharacters() {
        #expect("\(LayoutRect(x: 10, y: 20.5, width: 30, height: 1 / 3))" == "10,20.5 30x0.3333333333333333")
        #expect("\(LayoutSize(width: -0.0, height: .infinity))" == "0xinf")
        #expect("\(LayoutPoint(x: -1, y: 2))" == "-1,2")
        #expect("\(LayoutInsets(left: 1, top: 0.5, right: 0, bottom: 4))" == "1,0.5,0,4")
    }
}
