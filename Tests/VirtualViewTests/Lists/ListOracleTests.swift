import Testing
import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewCore

/// A list with items for its window looks as if it had all of them, whatever happens to it.
@Suite struct ListOracleTests {
    private static let lists = [
        #"<Scroller dataTag="${items}" lineSpace="5" firstSpace="7" lastSpace="9" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="200" paddingTop="11" paddingBottom="3" paddingLeft="4"/>"#,
        #"<Scroller dataTag="${items}" orientation="H" lineSpace="3" layoutWidth="-1" layoutHeight="100" paddingRight="6"/>"#,
        #"<Scroller dataTag="${items}" itemKey="t" lineSpace="4" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${items}" itemKey="t" anchor="end" layoutWidth="-1" layoutHeight="250"/>"#,
        #"<Slider dataTag="${items}" itemMargin="6" layoutWidth="-1" layoutHeight="100"/>"#,
        #"<Slider dataTag="${items}" itemWidth="60" span="2" layoutWidth="-1" layoutHeight="100"/>"#,
    ]

    @Test(arguments: lists.indices)
    func looksAsIfItHadAllItems(_ list: Int) throws {
        for round in 0..<RandomTests.count(2) {
            let seed = RandomTests.seed &+ UInt64(round)
            let oracle = try ListOracle(Self.lists[list], seed: seed)
            do {
                try oracle.fill(Int(seed % 60))
                for _ in 0..<60 { try oracle.step() }
            } catch {
                Issue.record("VV_SEED=\(seed): \(error)")
                return
            }
        }
    }
}
