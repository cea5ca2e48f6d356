// Sources for the tests of the playground.

export const samples = {
    card: `<?xml version="1.0" encoding="utf-8"?>
<VHLayout
    orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
    <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="a card"/>
    <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="\${title}"/>
</VHLayout>`,
};

/** A template with a number of lines, of which each inner one is a text. */
export function sourceOfLines(count) {
    const lines = ['<VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">'];
    for (let i = 1; i < count - 1; i += 1) {
        lines.push(
            `    <NText layoutWidth="match_parent" layoutHeight="wrap_content" layoutMarginTop="4rp" text="line ${i}" textSize="24rp"/>`,
        );
    }
    return [...lines, '</VHLayout>'].join('\n');
}
