// JSON for the player, which knows more numbers than JavaScript has.

/**
 * Reads JSON. A number that JavaScript writes otherwise stays as it is written, in browsers that can do so: in others
 * `12345678901234567` becomes `12345678901234568`, and `4.0` becomes `4`.
 */
export function readExactly(text) {
    if (!JSON.rawJSON) return JSON.parse(text);
    return JSON.parse(text, (_, value, { source }) =>
        typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value,
    );
}
