// The colours of sources: which parts of a text are names, texts, numbers and comments. A mistake in the text costs a
// colour and nothing else; what is right is only known to the compiler.

// What has no colour is matched, too, without a name: a long word that is no name is then looked at once and not from each
// of its letters.
const languages = {
    xml: new RegExp(
        [
            '(?<comment><!--[^]*?(?:-->|$)|<\\?[^]*?(?:\\?>|$))',
            '(?<tag><\\/?[^\\s<>"\'=/]*|\\/?>)',
            '(?<string>"[^"<]*"?|\'[^\'<]*\'?)',
            '(?<name>[^\\s<>"\'=/]+)(?=\\s*=)',
            '[^\\s<>"\'=/]+',
        ].join('|'),
        'g',
    ),
    asv: new RegExp(
        [
            '(?<comment>\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$))',
            '(?<string>"(?:[^"\\\\\\n]|\\\\.)*"?)',
            '(?<expression><[^<>\\n]*>|\\$\\{[^}\\n]*\\}?)',
            '(?<tag>\\bdef\\b|[{}\\[\\]()])',
            '(?<name>[A-Za-z_]\\w*)(?=\\s*:)',
            '(?<number>(?<=:)(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6})\\b|(?<=[:\\s])-?\\d[\\w.%]*)',
            '[A-Za-z_]\\w*',
        ].join('|'),
        'g',
    ),
    json: /(?<name>"(?:[^"\\\n]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<number>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g,
};
/** What a text of a template computes from the data. */
const expressions = /[$@]\{[^}]*\}?/g;

/** Lists the parts of a text that have a colour, in order: `{ start, end, kind }`. */
export function tokens(text, language) {
    const result = [];
    for (const match of text.matchAll(languages[language] ?? languages.json)) {
        const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
        if (kind === undefined) continue;
        const [start, end] = [match.index, match.index + match[0].length];
        if (kind === 'string' && language === 'xml') splitString(match[0], start, result);
        else result.push({ start, end, kind });
    }
    return result;
}

function splitString(text, start, result) {
    let last = 0;
    for (const match of text.matchAll(expressions)) {
        if (match.index > last) result.push({ start: start + last, end: start + match.index, kind: 'string' });
        last = match.index + match[0].length;
        result.push({ start: start + match.index, end: start + last, kind: 'expression' });
    }
    if (last < text.length) result.push({ start: start + last, end: start + text.length, kind: 'string' });
}

/**
 * Cuts lines into pieces that look the same all over.
 *
 * @param text the whole text
 * @param parts the coloured parts, in order
 * @param marks what is underlined: `{ start, end, severity }`
 * @param first the first line that is wanted, from 0
 * @param last the line behind the last one
 * @returns for each line a list of `{ text, kind, severity }`; an empty piece is an empty mark
 */
export function linesOf(text, parts, marks, first, last) {
    const lines = [];
    const ordered = [...marks].sort((one, other) => one.start - other.start);
    let part = 0;
    for (let start = 0, line = 0; line < last; line += 1) {
        const found = text.indexOf('\n', start);
        const end = found < 0 ? text.length : found;
        if (line >= first) {
            while (part < parts.length && parts[part].end <= start) part += 1;
            const own = [];
            for (let i = part; i < parts.length && parts[i].start < end; i += 1) own.push(parts[i]);
            const marked = ordered.filter((mark) => mark.start <= end && (mark.end > start || mark.start >= start));
            lines.push(piecesOf(text, start, end, own, marked));
        }
        if (found < 0) break;
        start = end + 1;
    }
    return lines;
}

/** Cuts one line, of which the parts and the marks are in order. */
function piecesOf(text, start, end, parts, marks) {
    const inside = (at) => Math.min(end, Math.max(start, at));
    const cuts = new Set([start, end]);
    for (const { start: from, end: to } of [...parts, ...marks]) cuts.add(inside(from)).add(inside(to));
    const places = [...cuts].sort((a, b) => a - b);
    const pieces = [];
    let [part, mark] = [0, 0];
    /** The marks that have begun and not ended. */
    let open = [];
    places.forEach((at, i) => {
        for (; mark < marks.length && marks[mark].start <= at; mark += 1) open.push(marks[mark]);
        const empty = open.find((mark) => mark.start === mark.end && mark.start === at);
        if (empty) pieces.push({ text: '', kind: '', severity: empty.severity });
        const next = places[i + 1];
        if (next === undefined) return;
        open = open.filter((mark) => mark.end > at);
        while (part < parts.length && parts[part].end <= at) part += 1;
        const kind = parts[part]?.start <= at ? parts[part].kind : '';
        const severity = open.some((mark) => mark.severity === 'error') ? 'error' : (open[0]?.severity ?? '');
        pieces.push({ text: text.slice(at, next), kind, severity });
    });
    return pieces;
}
