/** What React sends of a page for its program: as rows, of which each is an element or a value. */
export interface PagePayload {
  /** The names of props and of all other fields. */
  keys: Set<string>;
  /** Everything that elements say or are named, and that no style sheet or drawing needs. */
  words: Set<string>;
}

/** Props that say how an element looks, or where a program of the page is. */
const silent = new Set(
  "aria-hidden charSet className crossOrigin d dir fill height id media nonce precedence preserveAspectRatio rel role rx scope src stroke strokeLinecap strokeLinejoin strokeWidth tabIndex type viewBox width xmlns".split(
    " ",
  ),
);

/** The payload of an answer to a request with `RSC: 1`, or the one in the scripts of an HTML page. */
export function readPayload(body: string): PagePayload {
  const parts = [...body.matchAll(/self\.__next_f\.push\(\[1,(".*?")\]\)<\/script>/gs)];
  const text = body.startsWith("<!DOCTYPE")
    ? parts.map(([, part = ""]) => JSON.parse(part)).join("")
    : body;
  const payload: PagePayload = { keys: new Set(), words: new Set() };
  for (const row of rowsOf(Buffer.from(text))) collect(row, payload);
  return payload;
}

/** `<id>:<tag><JSON>` up to the end of the line, or `<id>:T<bytes>,<text>`. */
function* rowsOf(bytes: Buffer): Generator<unknown> {
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf(":", at) + 1;
    const long = /^T([0-9a-f]+),/.exec(bytes.toString("latin1", start, start + 20));
    if (long) {
      const from = start + long[0].length;
      at = from + Number.parseInt(long[1] ?? "", 16);
      yield bytes.toString("utf8", from, at);
      continue;
    }
    at = bytes.indexOf("\n", start) + 1 || bytes.length;
    const [, tag, json = ""] = /^([A-Z]*)(.*)$/s.exec(bytes.toString("utf8", start, at)) ?? [];
    // Programs, style sheets and signs that begin or end a stream are none of the page's content.
    if (tag === "") yield JSON.parse(json);
    else if (!/^(I|HL|X|C)$/.test(tag ?? "")) throw new Error(`A row of an unknown kind: ${tag}`);
  }
}

function collect(value: unknown, payload: PagePayload): void {
  const isWord = typeof value === "string" || typeof value === "number";
  if (typeof value === "object") collectAll(value ?? {}, payload);
  // References to other rows and lines of the chart are none.
  else if (isWord && !/^(\$|M\d[\d,.A-Z-]*$)/i.test(String(value)))
    payload.words.add(String(value));
}

function collectAll(value: object, payload: PagePayload): void {
  if (Array.isArray(value)) {
    // An element is a sign, its name, its key and its props.
    const isElement = value[0] === "$" && value.length >= 4;
    for (const each of isElement ? value.slice(2) : value) collect(each, payload);
    return;
  }
  for (const [key, each] of Object.entries(value)) {
    payload.keys.add(key);
    if (!silent.has(key) || typeof each === "object") collect(each, payload);
  }
}
