#if arch(wasm32)
    import CVirtualViewWeb

    // What a page calls (`Docs/Web.md`). A module has one thread, and one compiler.

    nonisolated(unsafe) private let compiler = PageCompiler()

    @_expose(wasm, "vv_configure") @_cdecl("vv_configure")
    func exportConfigure(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(Array(compiler.configure(bytes(start, count)).utf8))
    }

    @_expose(wasm, "vv_compile") @_cdecl("vv_compile")
    func exportCompile(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(Array(compiler.compile(bytes(start, count)).utf8))
    }

    @_expose(wasm, "vv_file") @_cdecl("vv_file")
    func exportFile() -> Int32 { give(compiler.file) }

    @_expose(wasm, "vv_dump") @_cdecl("vv_dump")
    func exportDump(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        give(Array(compiler.dump(bytes(start, count)).utf8))
    }

    private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : max(0, Int(count))))
    }

    private func give(_ bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBufferPointer { vv_give($0.baseAddress, Int32($0.count)) }
    }
#endif
