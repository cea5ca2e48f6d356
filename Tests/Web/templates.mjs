// The templates of the tests, compiled by the module of the compiler.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Player } from '../../Sources/Web/virtualview.js';

const sources = {
    Card: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content" background="white">
            <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="\${title}" textSize="20"
                accessibilityRole="header"/>
            <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="\${note}" textSize="14"
                gravity="right"/>
            <NImage layoutWidth="40" layoutHeight="40" src="\${picture}" scaleType="center_crop"/>
            <NText layoutWidth="match_parent" layoutHeight="48" text="Order" textSize="16" background="#2F6BFF"
                flag="flag_clickable|flag_longclickable" action="order" pressedBackground="#1D3FA6"
                accessibilityState="\${= chosen ? 'selected' : ''}"/>
            <NText layoutWidth="match_parent" layoutHeight="48" text="More" textSize="16"
                flag="flag_clickable" action="more" accessibilityRole="link"/>
            <Progress layoutWidth="match_parent" layoutHeight="8" initValue="\${share}" accessibilityLabel="Full"
                color="#2F6BFF"/>
        </VHLayout>`,
    Themed: `
        <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="\${text}"
            textSize="\${= env.appearance == 'dark' ? 30 : 20}"/>`,
    // Twenty texts of 200 points, each of which tells when it is seen.
    Tower: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            ${Array.from({ length: 20 }, (_, i) => `<NText layoutWidth="match_parent" layoutHeight="200" text="${i}"
                flag="flag_exposure" action="${i}"/>`).join('')}
        </VHLayout>`,
    // What surrounds the view.
    Around: `
        <NText layoutWidth="match_parent" layoutHeight="wrap_content" textSize="10"
            text="\${env.locale} \${env.layoutDirection} \${env.textScale} \${env.theme.name}"/>`,
    Numbers: `
        <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="\${id} \${price}"/>`,
    Picture: `
        <NImage layoutWidth="wrap_content" layoutHeight="wrap_content" src="\${source}"/>`,
    // The same picture twice.
    Twins: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NImage layoutWidth="wrap_content" layoutHeight="wrap_content" src="\${source}"/>
            <NImage layoutWidth="wrap_content" layoutHeight="wrap_content" src="\${source}"/>
        </VHLayout>`,
    Headline: `
        <NText text="Today" layoutWidth="match_parent" layoutHeight="wrap_content" accessibilityRole="header"
            flag="flag_clickable|flag_longclickable" action="open"/>`,
    // A list that is clicked itself.
    Pressed: `
        <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="400" dataTag="\${rows}"
            flag="flag_clickable" action="all"/>`,
    // A strip in a card, or a list, that fades while it is pressed.
    PressedCard: `
        <NVHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content" background="white"
            flag="flag_clickable" action="card" pressedAlpha="0.5" borderRadius="\${radius}">
            <NText layoutWidth="match_parent" layoutHeight="40" text="Before"/>
            <Slider orientation="H" itemWidth="100" span="10" layoutWidth="match_parent" layoutHeight="60"
                dataTag="\${rows}"/>
            <NText layoutWidth="match_parent" layoutHeight="40" text="After"/>
        </NVHLayout>`,
    PressedStrip: `
        <Slider orientation="H" itemWidth="100" span="10" layoutWidth="match_parent" layoutHeight="60"
            dataTag="\${rows}" flag="flag_clickable" action="strip" pressedAlpha="0.5"/>`,
    Fading: `
        <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="400" dataTag="\${rows}" alpha="\${alpha}"/>`,
    // Two buttons, of which the first may be gone.
    Choice: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText text="First" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="first"
                visibility="\${= show ? 'visible' : 'gone'}"/>
            <NText text="Second" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="second"/>
        </VHLayout>`,
    // A group that is one text, until there is a button in it.
    Loan: `
        <VHLayout orientation="V" accessibilityGroup="true" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText text="\${title}" layoutWidth="match_parent" layoutHeight="40"/>
            <NText text="Return" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="return"
                visibility="\${= show ? 'visible' : 'gone'}"/>
        </VHLayout>`,
    // A text in a corner of a view of the app.
    Labelled: `
        <FrameLayout layoutWidth="match_parent" layoutHeight="80">
            <TextField layoutWidth="match_parent" layoutHeight="match_parent"/>
            <NText text="Name" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
        </FrameLayout>`,
    Faded: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText layoutWidth="match_parent" layoutHeight="40" text="one" background="white" alpha="\${first}"/>
            <NText layoutWidth="match_parent" layoutHeight="40" text="two" background="white" alpha="\${second}"/>
            <NText layoutWidth="match_parent" layoutHeight="40" text="three" background="white"/>
        </VHLayout>`,
    List: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
            <NText layoutWidth="match_parent" layoutHeight="40" text="Before" textSize="16"/>
            <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="400" itemKey="name"
                dataTag="\${rows}" autoRefreshThreshold="2"/>
            <NText layoutWidth="match_parent" layoutHeight="40" text="After" textSize="16"/>
        </VHLayout>`,
    Row: `
        <FrameLayout layoutWidth="match_parent" layoutHeight="\${height}" flag="flag_clickable" action="\${name}">
            <NText layoutWidth="match_parent" layoutHeight="match_parent" text="\${name}" textSize="16"/>
        </FrameLayout>`,
    // Another version of Row.
    Tall: `
        <?vvc name="Row" version="2"?>
        <FrameLayout layoutWidth="match_parent" layoutHeight="\${height}" flag="flag_clickable" action="\${name}">
            <NText layoutWidth="match_parent" layoutHeight="match_parent" text="\${name}" textSize="24"/>
        </FrameLayout>`,
    // What no other claim adds.
    Added: `
        <NText layoutWidth="match_parent" layoutHeight="\${height}" text="\${name}" textSize="16"/>`,
    Pages: `
        <Page orientation="H" layoutWidth="match_parent" layoutHeight="200" canSlide="true" autoSwitch="true"
            stayTime="\${stay}" autoSwitchTime="100" dataTag="\${pages}"/>`,
    // Pages that only users turn.
    Gallery: `
        <Page orientation="H" layoutWidth="match_parent" layoutHeight="200" canSlide="true" dataTag="\${pages}"/>`,
    // Pages over a button that may be gone.
    Held: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <Page orientation="H" layoutWidth="match_parent" layoutHeight="100" canSlide="true" autoSwitch="true"
                stayTime="\${stay}" autoSwitchTime="100" dataTag="\${pages}"/>
            <NText text="Hold" layoutWidth="match_parent" layoutHeight="60" flag="flag_clickable" action="hold"
                visibility="\${= show ? 'visible' : 'gone'}"/>
        </VHLayout>`,
    Still: `
        <Page orientation="H" layoutWidth="match_parent" layoutHeight="200" canSlide="false" dataTag="\${pages}"/>`,
    // The same entries twice, with a view of the app in each.
    Twice: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="100" dataTag="\${rows}"/>
            <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="100" dataTag="\${rows}"/>
        </VHLayout>`,
    Asking: `
        <TextField layoutWidth="match_parent" layoutHeight="40"/>`,
    Discreet: `
        <FrameLayout layoutWidth="match_parent" layoutHeight="40" accessibilityHidden="\${isHidden}">
            <TextField layoutWidth="match_parent" layoutHeight="40"/>
        </FrameLayout>`,
    // A form: what the page fills stands among what the template draws.
    Letter: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText text="Back" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="back"/>
            <VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="40">
                <NText text="Street" layoutWidth="80" layoutHeight="40"/>
                <TextField layoutWidth="200" layoutHeight="40"/>
            </VHLayout>
            <NText text="Send" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="send"/>
        </VHLayout>`,
    Sections: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText text="A" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="a"/>
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="80" visibility="\${= show ? 'visible' : 'gone'}">
                <TextField layoutWidth="200" layoutHeight="40"/>
                <NText text="B" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="b"/>
            </VHLayout>
            <TextField layoutWidth="200" layoutHeight="40"/>
            <NText text="C" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="c"/>
        </VHLayout>`,
    Post: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="200">
            <NText text="\${name}" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" action="\${name}"/>
            <NText text="long" layoutWidth="match_parent" layoutHeight="160"/>
        </VHLayout>`,
    Question: `
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="80">
            <NText text="\${name}" layoutWidth="match_parent" layoutHeight="20"/>
            <TextField layoutWidth="200" layoutHeight="40"/>
            <NText text="Help" layoutWidth="match_parent" layoutHeight="20" flag="flag_clickable" action="\${name}"/>
        </VHLayout>`,
    // Strips in the pages of a page, which turn the same way.
    Leaf: `
        <Slider orientation="H" itemWidth="300" layoutWidth="match_parent" layoutHeight="60" dataTag="\${rows}"/>`,
    Half: `
        <FrameLayout layoutWidth="100rp" layoutHeight="10" onSetData="\${this.layoutHeight = this.layoutWidth / 2}"/>`,
    Column: `
        <Page orientation="V" layoutWidth="match_parent" layoutHeight="200" canSlide="true" dataTag="\${pages}"/>`,
    PageItem: `
        <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" flag="flag_clickable|flag_exposure"
            action="\${name}">
            <NText layoutWidth="match_parent" layoutHeight="match_parent" text="\${name}" textSize="20"/>
        </FrameLayout>`,
    Strip: `
        <Slider orientation="H" itemWidth="100" span="10" layoutWidth="match_parent" layoutHeight="60"
            dataTag="\${rows}"/>`,
};

/** Compiles a source; throws what the compiler says. */
export class Compiler {
    #player;
    #exports;

    static async load(path) {
        const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
        instance.exports._initialize?.();
        const compiler = new Compiler();
        compiler.#exports = instance.exports;
        compiler.#player = new Player(instance.exports);
        return compiler;
    }

    configure(components) {
        this.#player.call('vv_configure', [], components);
    }

    compile(path, text) {
        const { type, diagnostics } = this.#player.call('vv_compile', [], { path, text });
        if (!type) throw new Error(`${path}: ${diagnostics.map(({ message }) => message).join('; ')}`);
        const length = this.#exports.vv_file();
        return new Uint8Array(this.#exports.memory.buffer, this.#exports.vv_result() >>> 0, length).slice();
    }
}

/** Compiles the templates of the tests and those of a folder; returns the files by their names. */
export async function compileAll(compilerPath, folder) {
    const compiler = await Compiler.load(compilerPath);
    const components = JSON.parse(readFileSync(join(folder, 'Forms/components.json')));
    compiler.configure(components);
    const files = new Map();
    for (const [name, text] of Object.entries(sources)) files.set(name, compiler.compile(`${name}.xml`, text));
    const samples = [];
    for (const part of ['', 'Forms']) {
        for (const file of readdirSync(join(folder, part))) {
            const [, name, kind] = /^(\w+)\.(xml|asv)$/.exec(file) ?? [];
            if (!name) continue;
            files.set(name, compiler.compile(file, readFileSync(join(folder, part, file), 'utf8')));
            samples.push({ name, data: JSON.parse(readFileSync(join(folder, part, `${name}.json`), 'utf8')), kind });
        }
    }
    return { files, samples };
}
