import { Parser } from "htmlparser2";
import { escapeHtml } from "./html";

/**
 * Shapes, text and paint. Everything else is left out with its content: scripts, foreign objects,
 * images, animations, metadata.
 */
const elements = new Set(
  "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask pattern style".split(
    " ",
  ),
);
const withText = new Set(["text", "tspan", "title", "desc", "style"]);
const attributes = new Set(
  (
    "id class style transform viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points dx dy rotate offset " +
    "fill fill-opacity fill-rule clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits patternUnits patternContentUnits patternTransform " +
    "gradientUnits gradientTransform spreadMethod stop-color stop-opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin " +
    "stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility paint-order vector-effect font-family font-size " +
    "font-style font-weight letter-spacing word-spacing text-anchor dominant-baseline"
  ).split(" "),
);
/** References to other elements of the picture. */
const references = new Set(["href", "xlink:href"]);

const deepest = 64;
/** Each one draws a part of the picture again, which may contain others. */
const mostUses = 20;

/**
 * The picture with only what is on the lists above, as well-formed XML. Null if it is no SVG, or
 * one that would be expensive to draw. Nothing in the result runs, and nothing refers to another
 * file.
 */
export function sanitizeSvg(source: string): string | null {
  const picture = new Picture();
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        // The parser takes longer for each element with each one that is open.
        if (!picture.open(name, given)) parser.pause();
      },
      ontext: (text) => picture.text(text),
      onclosetag: () => picture.close(),
    },
    { xmlMode: true },
  );
  parser.write(source);
  if (picture.isRefused) return null;
  parser.end();
  return picture.finished();
}

class Picture {
  private out = "";
  /** Of each open element, whether it is kept. */
  private readonly stack: { name: string; isKept: boolean }[] = [];
  private styles = "";
  private uses = 0;
  private hasRoot = false;
  isRefused = false;

  /** Whether to go on. */
  open(name: string, given: Record<string, string>): boolean {
    const parent = this.stack.at(-1);
    const isRoot = parent === undefined && !this.hasRoot;
    if (isRoot && name !== "svg") this.isRefused = true;
    if (isRoot) this.hasRoot = true;
    if (name === "use") this.uses++;
    if (this.stack.length >= deepest || this.uses > mostUses) this.isRefused = true;
    const isKept = (isRoot || parent?.isKept === true) && elements.has(name) && !this.isRefused;
    this.stack.push({ name, isKept });
    if (isKept && name !== "style")
      this.out += `<${name}${isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ""}${written(given)}>`;
    return !this.isRefused;
  }

  text(given: string): void {
    const inner = this.stack.at(-1);
    if (!inner?.isKept || !withText.has(inner.name)) return;
    const text = xmlText(given);
    if (inner.name === "style") this.styles += text;
    else this.out += escapeHtml(text);
  }

  /** At the end of a file the parser also closes a tag that is cut off, which was never opened. */
  close(): void {
    const ended = this.stack.pop();
    if (!ended?.isKept) return;
    if (ended.name !== "style") {
      this.out += `</${ended.name}>`;
      return;
    }
    if (isHarmless(this.styles)) this.out += `<style>${escapeHtml(this.styles)}</style>`;
    this.styles = "";
  }

  finished(): string | null {
    return this.hasRoot && !this.isRefused ? this.out : null;
  }
}

function written(given: Record<string, string>): string {
  const kept = Object.entries(given).flatMap(([name, text]) => {
    const value = xmlText(text);
    if (references.has(name)) return /^#[\w.:-]+$/.test(value) ? [["href", value]] : [];
    return attributes.has(name) && isHarmless(value) ? [[name, value]] : [];
  });
  // An old and a new spelling of one reference would be one attribute twice, which no XML parser
  // accepts.
  return [...new Map(kept as [string, string][])]
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");
}

/** Styles and values that load nothing. A backslash could spell anything. */
function isHarmless(css: string): boolean {
  return !/[\\@]|(?:image|image-set|cross-fade|element|expression|src)\s*\(|javascript:|url\((?!\s*["']?#)/i.test(
    css,
  );
}

/**
 * Without the characters that XML cannot contain. Before anything is checked, because without them
 * a harmless text may be another one.
 */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "");
}
