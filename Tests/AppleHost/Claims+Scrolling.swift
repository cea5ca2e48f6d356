import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

// Lists that scroll: how far, what they report, and who gets the fingers.

extension Claims {
    /// A list whose height is on no pixel.
    static func scrollingAcross() throws {
        let view = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                    <Slider layoutWidth="match_parent" layoutHeight="180rp" itemWidth="200" dataTag="${cells}"/>
                    <Slider layoutWidth="match_parent" layoutHeight="181rp" itemWidth="200" dataTag="${cells}"/>
                    <Scroller layoutWidth="701rp" layoutHeight="180rp" dataTag="${cells}"/>
                </VHLayout>
                """,
                "Cell": #"<NText text="cell" layoutWidth="match_parent" layoutHeight="77"/>"#,
            ],
            data: ["cells": .array(BindingArray((0..<9).map { _ in ["type": "Cell"] }))]
        )
        let stage = Stage(scale: 3, width: 390)
        stage.put(view)
        let moves = scrollers(in: view).map { [$0.canMove.across, $0.canMove.down] }
        same("what scrolls moves along one side", moves, [[true, false], [true, false], [false, true]])
    }
}
