import Testing
import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The containers of the pages that somebody has open.
@Suite struct PreviewSessionsTests {
    @Test func aPageHasTheContainersOfItsPicture() throws {
        let template = try PreparedTemplate(Template(decoding: FileImage().bytes))
        var sessions = PreviewSessions(limit: 3)
        var counts: [Int] = []
        func show(_ session: String, _ picture: Int, _ request: String = "") {
            var made = 0
            let key = PreviewSessions.Key(session: session, template: "T", pictureNumber: picture, request: request)
            _ = sessions.container(for: key) {
                made += 1
                return Container(template.makeTree())
            }
            counts += [made, sessions.count]
        }
        for request in ["", "width=2", ""] { show("a", 1, request) }
        show("b", 1)
        #expect(counts == [1, 1, 1, 2, 0, 2, 1, 3])
        // Those of the picture before are never needed again; of too many, the one goes that was used last the longest ago.
        counts = []
        show("a", 2)
        for session in ["c", "b", "d", "c", "a"] { show(session, 1) }
        #expect(counts == [1, 2, 1, 3, 0, 3, 1, 3, 0, 3, 1, 3])
    }
}
