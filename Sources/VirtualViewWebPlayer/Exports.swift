#if arch(wasm32)
    import CVirtualViewWeb
    import VirtualViewCore
    import VirtualViewExpressions
    import VirtualViewFormat

    // What a page calls (`Docs/Web.md`). A module has one thread, and one player.

    nonisolated(unsafe) private let player = Player(fonts: Page(), functions: Page())

    @_expose(wasm, "vv_components") @_cdecl("vv_components")
    func exportComponents(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(player.registerComponents(bytes(start, count)))
    }

    @_expose(wasm, "vv_functions") @_cdecl("vv_functions")
    func exportFunctions(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(player.registerFunctions(bytes(start, count)))
    }

    @_expose(wasm, "vv_add") @_cdecl("vv_add")
    func exportAdd(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(player.add(bytes(start, count)))
    }

    @_expose(wasm, "vv_open") @_cdecl("vv_open")
    func exportOpen(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(player.open(bytes(start, count)))
    }

    @_expose(wasm, "vv_close") @_cdecl("vv_close")
    func exportClose(_ view: Int32) { player.close(view) }

    @_expose(wasm, "vv_configure") @_cdecl("vv_configure")
    func exportConfigure(_ view: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(player.withView(view) { $0.configure(bytes(start, count)) })
    }

    @_expose(wasm, "vv_update") @_cdecl("vv_update")
    func exportUpdate(_ view: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(player.withView(view) { $0.update(bytes(start, count)) })
    }

    @_expose(wasm, "vv_follow") @_cdecl("vv_follow")
    func exportFollow(_ view: Int32) -> Int32 { give(player.withView(view) { $0.follow() }) }

    @_expose(wasm, "vv_layout") @_cdecl("vv_layout")
    func exportLayout(_ view: Int32, _ width: Double, _ height: Double) -> Int32 {
        give(player.withView(view) { $0.layout(width: width, height: height) })
    }

    @_expose(wasm, "vv_display") @_cdecl("vv_display")
    func exportDisplay(_ view: Int32, _ culling: Int32) -> Int32 {
        give(player.withView(view) { $0.displayList(culling: culling != 0) })
    }

    @_expose(wasm, "vv_elements") @_cdecl("vv_elements")
    func exportElements(_ view: Int32) -> Int32 { give(player.withView(view) { $0.accessibilityElements() }) }

    @_expose(wasm, "vv_take") @_cdecl("vv_take")
    func exportTake(_ view: Int32) -> Int32 { give(player.withView(view) { $0.takeNews() }) }

    @_expose(wasm, "vv_tree") @_cdecl("vv_tree")
    func exportTree(_ view: Int32) -> Int32 { give(player.withView(view) { $0.nodeTree() }) }

    @_expose(wasm, "vv_touch") @_cdecl("vv_touch")
    func exportTouch(
        _ view: Int32,
        _ phase: Int32,
        _ finger: Int32,
        _ x: Double,
        _ y: Double,
        _ time: Double
    ) -> Double {
        player.view(view)?.touch(phase, finger, x, y, time) ?? -1
    }

    @_expose(wasm, "vv_advance") @_cdecl("vv_advance")
    func exportAdvance(_ view: Int32, _ time: Double) -> Double { player.view(view)?.advance(to: time) ?? -1 }

    @_expose(wasm, "vv_prepare") @_cdecl("vv_prepare")
    func exportPrepare(_ view: Int32, _ count: Int32) -> Int32 {
        player.view(view)?.container.prepareItemsAhead(Int(count)) == true ? 1 : 0
    }

    @_expose(wasm, "vv_scroll") @_cdecl("vv_scroll")
    func exportScroll(_ view: Int32, _ node: Int32, _ x: Double, _ y: Double) {
        player.view(view)?.scroll(node, to: x, y)
    }

    @_expose(wasm, "vv_turn") @_cdecl("vv_turn")
    func exportTurn(_ view: Int32, _ node: Int32, _ page: Int32) { player.view(view)?.turn(node, to: page) }

    @_expose(wasm, "vv_expose") @_cdecl("vv_expose")
    func exportExpose(_ view: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        player.view(view)?.expose(x, y, width, height)
    }

    @_expose(wasm, "vv_perform") @_cdecl("vv_perform")
    func exportPerform(_ view: Int32, _ node: Int32, _ action: Int32) -> Int32 {
        player.view(view)?.perform(node, action) == true ? 1 : 0
    }

    @_expose(wasm, "vv_image") @_cdecl("vv_image")
    func exportImage(_ view: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32) {
        player.imageDidArrive(bytes(start, count), in: view)
    }

    @_expose(wasm, "vv_fonts") @_cdecl("vv_fonts")
    func exportFonts(_ view: Int32) { player.fontsDidArrive(in: view) }

    /// The fonts and the functions of the page that loaded the module.
    private final class Page: FontMeasuring, PageFunctions {
        func width(of text: String, in font: TextFont) -> Double { measure(0, font, text) }
        func lineHeight(of font: TextFont) -> Double { measure(1, font, "") }
        func ascent(of font: TextFont) -> Double { measure(2, font, "") }

        private func measure(_ kind: Int32, _ font: TextFont, _ text: String) -> Double {
            pass(JSONWriter.object { font.write(to: &$0) }, text) { vv_measure(kind, $0, $1, $2, $3) }
        }

        func call(_ name: String, _ arguments: String) -> JSONValue? {
            let block = pass(name, arguments) { vv_call($0, $1, $2, $3) }
            guard let block else { return nil }
            defer { vv_free(block) }
            let count = block.loadUnaligned(as: Int32.self)
            return try? JSONValue(json: bytes(block.assumingMemoryBound(to: UInt8.self) + 4, count))
        }

        /// Calls a function of the page with two texts.
        private func pass<Result>(
            _ one: String,
            _ other: String,
            _ body: (UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32) -> Result
        ) -> Result {
            let (one, other) = (Array(one.utf8), Array(other.utf8))
            return one.withUnsafeBufferPointer { one in
                other.withUnsafeBufferPointer { other in
                    body(one.baseAddress, Int32(one.count), other.baseAddress, Int32(other.count))
                }
            }
        }
    }

    private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : max(0, Int(count))))
    }

    private func give(_ text: String) -> Int32 {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { vv_give($0.baseAddress, Int32($0.count)) }
    }
#endif
