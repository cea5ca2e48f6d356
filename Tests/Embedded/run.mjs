// Runs a WebAssembly program that reads its standard input and writes its standard output: node run.mjs PROGRAM.
import { readFileSync, readSync, writeSync } from 'node:fs';

let memory;

// Does something with each of the pieces of memory that a list names, and tells how many bytes it were.
function onPieces(start, count, done, act) {
    const view = new DataView(memory.buffer);
    let sum = 0;
    for (let piece = start; piece < start + 8 * count; piece += 8) {
        sum += act(new Uint8Array(memory.buffer, view.getUint32(piece, true), view.getUint32(piece + 4, true)));
    }
    view.setUint32(done, sum, true);
    return 0;
}

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {
    wasi_snapshot_preview1: {
        fd_read: (file, start, count, done) => onPieces(start, count, done, (piece) => readSync(file, piece)),
        fd_write: (file, start, count, done) => onPieces(start, count, done, (piece) => writeSync(file, piece)),
    },
});
memory = instance.exports.memory;
instance.exports._start();
