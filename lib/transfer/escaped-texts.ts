import { Parser } from "htmlparser2";
import { listIn } from "./cell-lists";
import type { Columns } from "./column-names";

const reference = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/gi;
const bareSign = /[<>]|&(?!(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});)/i;

/**
 * The texts of files that write `&amp;` for an ampersand, as plug-ins of web sites do: a column with
 * such references, in which none of the signs stands that they are for.
 */
export class EscapedTexts {
  private readonly lists: ReadonlySet<string>;
  private readonly texts: ReadonlySet<string>;

  /** `bare`: columns that `seeBare` found. */
  constructor(
    { tags = [], title = [], note = [], description = [] }: Columns,
    private readonly bare = new Set<string>(),
  ) {
    this.lists = new Set(tags);
    this.texts = new Set([...title, ...note, ...description]);
  }

  get names(): Iterable<string> {
    return [...this.lists, ...this.texts];
  }

  see(name: string, value: unknown): void {
    seeBare(this.bare, name, value);
  }

  read(name: string, value: unknown): unknown {
    const isList = this.lists.has(name);
    if (this.bare.has(name) || !(isList || this.texts.has(name))) return value;
    if (Array.isArray(value)) return value.map((each) => (isText(each) ? unescaped(each) : each));
    if (!isText(value) || value.search(reference) < 0) return value;
    return isList ? escapedList(value) : unescaped(value);
  }
}

/** Notes a column in which such a sign stands. */
export function seeBare(bare: Set<string>, name: string, value: unknown): void {
  if ([value].flat().some((text) => isText(text) && bareSign.test(text))) bare.add(name);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** A reference ends with a semicolon, and may stand for a comma: neither separates names. */
function escapedList(text: string): string[] {
  const found: string[] = [];
  const held = text.replace(reference, (each) => String.fromCharCode(0xe000 + found.push(each)));
  return listIn(held).map((name) =>
    unescaped(
      name.replace(/[\ue001-\uf8ff]/g, (sign) => found[sign.charCodeAt(0) - 0xe001] ?? sign),
    ),
  );
}

function unescaped(text: string): string {
  const pieces: string[] = [];
  new Parser({ ontext: (piece) => pieces.push(piece) }).end(text);
  return pieces.join("");
}
