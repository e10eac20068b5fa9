import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { textsOf } from "@/lib/texts/catalogue";

const accented: Record<string, string> = Object.fromEntries(
  [
    ..."aábƀcćdďeéfƒgĝhĥiíjĵkķlĺmḿnñoópṕqʠrŕsśtťuúvṽwŵxẋyýzźAÁBƁCĆDĎEÉFƑGĜHĤIÍJĴKĶLĹMḾNÑOÓPṔQɊRŔSŚTŤUÚVṼWŴXẊYÝZŹ",
  ]
    .join("")
    .match(/../gu)
    ?.map((pair) => [...pair] as [string, string]) ?? [],
);

/** Every letter with an accent, and 40 % longer. */
export function pseudo(text: string): string {
  const letters = text.match(/[a-z]/gi)?.length ?? 0;
  // Words of eight letters, as in most languages, so that lines break.
  const longer = "ø".repeat(Math.ceil(letters * 0.4)).replaceAll(/ø{8}(?=ø)/g, "$& ");
  const changed = [...text].map((character) => accented[character] ?? character).join("");
  return letters === 0 ? text : changed.replace(/(\s*)$/, `${longer}$1`);
}

/** An ICU message whose words are those of no language, with its placeholders and tags. */
export function pseudoMessage(message: string): string {
  const print = (elements: readonly MessageFormatElement[]): string =>
    elements
      .map((element) => {
        switch (element.type) {
          case TYPE.literal:
            return pseudo(element.value).replaceAll(/[{}<]+/g, "'$&'");
          case TYPE.argument:
            return `{${element.value}}`;
          case TYPE.number:
            return `{${element.value}, number}`;
          case TYPE.pound:
            return "#";
          case TYPE.tag:
            return `<${element.value}>${print(element.children)}</${element.value}>`;
          case TYPE.plural:
            return `{${element.value}, plural, ${Object.entries(element.options)
              .map(([name, { value }]) => `${name} {${print(value)}}`)
              .join(" ")}}`;
          default:
            throw new Error(`no message has this: ${message}`);
        }
      })
      .join("");
  return print(parse(message));
}

type Texts = { [name: string]: string | Texts };

function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === "string" ? pseudoMessage(text) : pseudoTexts(text),
    ]),
  );
}

/** This checkout as a folder of its own, in which German is made of accented English. */
export function folderWithPseudoLanguage(): string {
  const folder = mkdtempSync(join(tmpdir(), "slugline-pseudo-"));
  for (const name of readdirSync("."))
    if (name !== "lib") symlinkSync(resolve(name), join(folder, name));
  mkdirSync(join(folder, "lib/texts"), { recursive: true });
  for (const name of readdirSync("lib/texts").filter((file) => file.endsWith(".json")))
    writeFileSync(join(folder, "lib/texts", name), readFileSync(`lib/texts/${name}`));
  // What only the API says is English in every language.
  const { english: _, ...texts } = textsOf("en");
  writeFileSync(join(folder, "lib/texts/de.json"), JSON.stringify(pseudoTexts(texts)));
  return folder;
}
