import { Parser } from "htmlparser2";
import { escapeHtml } from "../core/html";

/** Bounds for untrusted pages, well above any normal head. */
const maxTags = 2_000;
const maxDepth = 50;
const maxKept = 100;
const maxText = 4_096;

export interface Head {
  /** A minimal page with only these tags. */
  html: string;
  /** The page's base URL for relative URLs, if it sets one. */
  base: string | null;
}

/**
 * Parses a page as a stream until its head is complete. Memory use does not depend on the page's size, and no chunk
 * blocks the process for long.
 */
export class HeadReader {
  private readonly kept: string[] = [];
  private title: string | null = null;
  private isInTitle = false;
  private base: string | null = null;
  private tags = 0;
  private depth = 0;
  private over = false;
  private readonly parser = new Parser({
    onopentag: (name, attributes) => this.open(name, attributes),
    ontext: (text) => {
      if (this.isInTitle) this.title = cut(this.title + text);
    },
    onclosetag: (name) => {
      this.isInTitle = false;
      this.depth--;
      if (name === "head") this.finish();
    },
  });

  get isDone(): boolean {
    return this.over;
  }

  get isEmpty(): boolean {
    return this.title === null && this.kept.length === 0;
  }

  write(html: string): void {
    if (!this.over) this.parser.write(html);
  }

  end(): Head {
    if (!this.over) this.parser.end();
    const title = this.title === null ? "" : `<title>${escapeHtml(this.title)}</title>`;
    return { html: `<head><meta charset="utf-8">${title}${this.kept.join("")}</head>`, base: this.base };
  }

  private finish(): void {
    this.over = true;
    this.parser.pause();
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (this.over) return;
    if (name === "body" || ++this.tags > maxTags || ++this.depth > maxDepth) this.finish();
    else if (name === "title") {
      this.isInTitle = this.title === null;
      this.title ??= "";
    } else if (name === "base") this.base ??= cut(attributes.href ?? "") || null;
    else if (name === "meta" && this.kept.length < maxKept) this.kept.push(metaTag(attributes));
  }
}

function metaTag(attributes: Record<string, string>): string {
  const written = ["property", "name", "itemprop", "content", "value"].flatMap((name) => {
    const value = attributes[name];
    return value === undefined ? [] : [` ${name}="${escapeHtml(cut(value))}"`];
  });
  return `<meta${written.join("")}>`;
}

function cut(text: string): string {
  return text.slice(0, maxText);
}
