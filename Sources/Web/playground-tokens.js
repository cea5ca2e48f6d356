// The colours of sources: which parts of a text are names, texts, numbers and comments. A mistake in the text costs a
// colour and nothing else; what is right is only known to the compiler.

const languages = {
    xml: new RegExp(
        [
            '(?<comment><!--[^]*?(?:-->|$)|<\\?[^]*?(?:\\?>|$))',
            '(?<tag><\\/?[^\\s<>"\'=/]*|\\/?>)',
            '(?<string>"[^"<]*"?|\'[^\'<]*\'?)',
            '(?<name>[^\\s<>"\'=/]+)(?=\\s*=)',
        ].join('|'),
        'g',
    ),
    asv: new RegExp(
        [
            '(?<comment>\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$))',
            '(?<string>"(?:[^"\\\\\\n]|\\\\.)*"?)',
            '(?<expression><[^<>\\n]*>|\\$\\{[^}\\n]*\\})',
            '(?<tag>\\bdef\\b|[{}\\[\\]()])',
            '(?<name>[A-Za-z_]\\w*)(?=\\s*:)',
            '(?<number>(?<=:)(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6})\\b|(?<=[:\\s])-?\\d[\\w.%]*)',
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
    let part = 0;
    for (let start = 0, line = 0; line < last; line += 1) {
        const found = text.indexOf('\n', start);
        const end = found < 0 ? text.length : found;
        if (line >= first) {
            while (part < parts.length && parts[part].end <= start) part += 1;
            const own = [];
            for (let i = part; i < parts.length && parts[i].start < end; i += 1) own.push(parts[i]);
            const marked = marks.filter((mark) => mark.start <= end && (mark.end > start || mark.start >= start));
            lines.push(piecesOf(text, start, end, own, marked));
        }
        if (found < 0) break;
        start = end + 1;
    }
    return lines;
}

function piecesOf(text, start, end, parts, marks) {
    const cuts = new Set([start, end]);
    const inside = (at) => Math.min(end, Math.max(start, at));
    for (const { start: from, end: to } of [...parts, ...marks]) cuts.add(inside(from)).add(inside(to));
    const places = [...cuts].sort((a, b) => a - b);
    const pieces = [];
    places.forEach((at, i) => {
        const empty = marks.find((mark) => mark.start === mark.end && mark.start === at);
        if (empty) pieces.push({ text: '', kind: '', severity: empty.severity });
        const next = places[i + 1];
        if (next === undefined) return;
        const kind = parts.find((part) => part.start <= at && part.end >= next)?.kind ?? '';
        const covering = marks.filter((mark) => mark.start <= at && mark.end >= next && mark.end > mark.start);
        const severity = covering.some((mark) => mark.severity === 'error') ? 'error' : (covering[0]?.severity ?? '');
        pieces.push({ text: text.slice(at, next), kind, severity });
    });
    return pieces;
}
