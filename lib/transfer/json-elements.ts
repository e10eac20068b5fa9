import { SluglineError } from "../core/errors";
import { maxColumns, maxDepth, maxRowLength } from "./link-table";

/** One element of the list, or null if it exceeds the maximum row length. */
export type JsonElement = { value: unknown } | null;

type Container = "none" | "list" | "object" | "closed";

/**
 * A streaming parser for a JSON array, or the array `links` or `data` of an object. It splits the
 * text at the commas of the list and parses each element alone, so only one is in memory, however
 * long or deep the file is. Throws `malformed_json`, and `validation_failed` if there is no list.
 */
export class JsonElements {
  private container: Container = "none";
  /** The list is inside an object, which continues after it. */
  private isWrapped = false;
  private hasList = false;
  private text = "";
  private isTooLong = false;
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private parts = 0;
  /** The part already contains a nested bracket or brace. */
  private hasNested = false;
  private afterList = false;
  private readonly namesAround = new Set<string>();

  *take(piece: string): Generator<JsonElement> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const character = piece.charCodeAt(at);
      if (this.inString) this.takeInString(character);
      else if (character === doubleQuote) this.inString = true;
      else if (this.isStructure(character)) {
        this.append(piece.slice(from, at));
        from = at + 1;
        yield* this.takeStructure(piece.charAt(at));
      }
    }
    this.append(piece.slice(from));
  }

  /** The members of the object that holds the list, as far as they came. */
  get around(): ReadonlySet<string> {
    return this.namesAround;
  }

  /** Call at the end of the file. Throws unless the file contained one complete list. */
  end(): void {
    if (this.container === "none") {
      parse(this.text);
      throw noList();
    }
    if (this.container !== "closed" || this.text.trim() !== "") throw malformed();
    if (!this.hasList) throw noList();
  }

  private takeInString(character: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (character === backslash) this.isEscaped = true;
    else if (character === doubleQuote) this.inString = false;
  }

  /**
   * Brackets and braces, and the commas between elements. Those inside an element are part of its
   * text.
   */
  private isStructure(character: number): boolean {
    if (character === openBracket || character === openBrace) {
      if (this.depth > 0 && ++this.depth > maxDepth) this.isTooLong = true;
      return this.depth === 0;
    }
    if (character === closeBracket || character === closeBrace) {
      if (this.depth > 0) this.depth--;
      else return true;
    }
    return character === comma && this.depth === 0;
  }

  private *takeStructure(character: string): Generator<JsonElement> {
    const isOpening = character === "[" || character === "{";
    if (this.container === "closed" || (this.container === "none" && !isOpening)) throw malformed();
    if (isOpening) this.open(character);
    else if (character === ",") yield* this.endPart(true);
    else yield* this.close(character);
  }

  private open(character: "[" | "{"): void {
    const isOutermost = this.container === "none";
    const mayBeLinks =
      character === "[" && this.container === "object" && !this.hasList && !this.hasNested;
    const isLinks = mayBeLinks && /^\s*"(?:links|data)"\s*:\s*$/.test(this.text);
    if (isOutermost && this.text.trim() !== "") throw malformed();
    if (!isOutermost && !isLinks) {
      this.append(character);
      this.hasNested = true;
      this.depth = 1;
      return;
    }
    this.container = character === "[" ? "list" : "object";
    this.isWrapped = isLinks;
    this.hasList ||= character === "[";
    this.startPart(0);
  }

  private *close(character: string): Generator<JsonElement> {
    if (character !== (this.container === "list" ? "]" : "}")) throw malformed();
    yield* this.endPart(false);
    this.container = this.isWrapped ? "object" : "closed";
    this.afterList = this.isWrapped;
    this.isWrapped = false;
    this.startPart(1);
  }

  /** An element of the list, or a key and value of the enclosing object. */
  private *endPart(isFollowed: boolean): Generator<JsonElement> {
    const { text, isTooLong, afterList, parts } = this;
    this.afterList = false;
    this.startPart(parts + 1);
    if (afterList) {
      if (text.trim() !== "") throw malformed();
    } else if (text === "" || text.trim() === "") {
      if (isFollowed || parts > 0) throw malformed();
    } else if (this.container === "list") yield isTooLong ? null : { value: parse(text) };
    else if (!isTooLong) this.noteAround(parse(`{${text}}`) as object);
  }

  private noteAround(member: object): void {
    for (const name of Object.keys(member))
      if (this.namesAround.size < maxColumns) this.namesAround.add(name);
  }

  private startPart(parts: number): void {
    this.parts = parts;
    this.text = "";
    this.hasNested = false;
    this.isTooLong = false;
  }

  private append(text: string): void {
    if (this.isTooLong) return;
    this.text += text;
    this.isTooLong = this.text.length > maxRowLength;
  }
}

const doubleQuote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function malformed(): SluglineError {
  return new SluglineError("malformed_json", "fileNotJson");
}

function noList(): SluglineError {
  return new SluglineError("validation_failed", "fileNoList");
}
