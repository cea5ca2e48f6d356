import Testing

@testable import VirtualViewCommands

/// Pictures of points, where there is no real browser.
@Suite struct PictureBrowserTests {
    @Test(arguments: [("/bin/sh", "sh made no picture of 90 × 20"), ("/no/browser", "browser does not start")])
    func whyThereIsNoPictureIsTold(_ program: String, _ reason: String) throws {
        let browser = try #require(PictureBrowser(program, folders: ""))
        let failure = #expect(throws: PictureBrowser.Failure.self) {
            try browser.png(of: #"<svg viewBox="0 0 90 20"></svg>"#, scale: 2)
        }
        #expect(failure?.reason == reason)
    }
}
