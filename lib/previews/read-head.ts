import { Parser } from "htmlparser2";
import { cutText } from "../core/clean-text";
import { escapeHtml } from "../pages/html";

/** Bounds for untrusted pages, well above any normal head. */
const maxTags = 2_000;
const maxDepth = 50;
const maxMetas = 100;
const maxIcons = 30;
const maxText = 4_096;

export interface Head {
  /** A minimal page with the first title and the first meta tag of each name that have text. */
  html: string;
  /** Addresses of pictures as the page gives them, best first. */
  images: string[];
  /** What the page calls its icons, as it gives them. */
  icons: PageIcon[];
  /** The page's base URL for relative URLs, if it sets one. */
  base: string | null;
}

export interface PageIcon {
  href: string;
  /** Lower case: `icon`, `shortcut icon` or `apple-touch-icon`. */
  rel: string;
  type: string;
  sizes: string;
}

/**
 * Parses a page as a stream until its head is complete. Memory use does not depend on the page's
 * size, and no chunk blocks the process for long.
 */
export class HeadReader {
  private readonly kept = new Map<string, string>();
  private readonly images: PageImage[] = [];
  private readonly icons: PageIcon[] = [];
  private metas = 0;
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
    return this.title === null && this.metas === 0;
  }

  write(html: string): void {
    if (!this.over) this.parser.write(html);
  }

  end(): Head {
    if (!this.over) this.parser.end();
    const title = this.title === null ? "" : `<title>${escapeHtml(this.title)}</title>`;
    const html = `<head><meta charset="utf-8">${title}${[...this.kept.values()].join("")}</head>`;
    return { html, images: addressesOf(this.images), icons: this.icons, base: this.base };
  }

  private finish(): void {
    this.over = true;
    this.parser.pause();
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (this.over) return;
    if (name === "body" || ++this.tags > maxTags || ++this.depth > maxDepth) this.finish();
    else if (name === "title") {
      this.isInTitle = !hasText(this.title);
      if (this.isInTitle) this.title = "";
    } else if (name === "base") this.base ??= cut(attributes.href ?? "") || null;
    else if (name === "meta" && ++this.metas <= maxMetas) this.keep(attributes);
    else if (name === "link") this.keepIcon(attributes);
  }

  private keepIcon({ rel = "", href = "", type = "", sizes = "" }: Record<string, string>): void {
    const kind = rel.trim().toLowerCase().replace(/\s+/g, " ");
    if (!iconKinds.has(kind) || href === "" || this.icons.length >= maxIcons) return;
    this.icons.push({ rel: kind, href: cut(href), type: cut(type), sizes: cut(sizes) });
  }

  /**
   * "The first tag (from top to bottom) is given preference" (ogp.me). One without text is as good
   * as none.
   */
  private keep(attributes: Record<string, string>): void {
    const name = (
      attributes.property ||
      attributes.name ||
      `itemprop ${attributes.itemprop}`
    ).toLowerCase();
    const content = cut(attributes.content || attributes.value || "");
    if (!hasText(content)) return;
    if (imageNames.test(name)) addImage(this.images, name, content);
    else if (!this.kept.has(name)) this.kept.set(name, metaTag(attributes));
  }
}

const iconKinds = new Set(["icon", "shortcut icon", "apple-touch-icon"]);

const imageNames = /^(?:og:image(?::url|:secure_url)?|twitter:image(?::src)?)$/;

/**
 * A picture with its addresses: structured properties belong to the picture before them (ogp.me).
 */
interface PageImage {
  of: "og" | "twitter";
  url?: string;
  secureUrl?: string;
}

function addImage(images: PageImage[], name: string, address: string): void {
  const of = name.startsWith("og:") ? "og" : "twitter";
  const last = images.findLast((image) => image.of === of);
  if (name === "og:image:secure_url") {
    if (last && last.secureUrl === undefined) last.secureUrl = address;
    else images.push({ of, secureUrl: address });
  } else if (name === "og:image:url" && last && last.url === undefined) last.url = address;
  else images.push({ of, url: address });
}

/** Pictures of OpenGraph come before those of Twitter, and encrypted addresses before others. */
function addressesOf(images: readonly PageImage[]): string[] {
  const ofKind = (kind: PageImage["of"]) =>
    images.filter(({ of }) => of === kind).flatMap(({ url, secureUrl }) => [secureUrl, url]);
  return [...ofKind("og"), ...ofKind("twitter")].filter((address) => address !== undefined);
}

/** Whether somebody can see it. */
function hasText(text: string | null): boolean {
  return text !== null && /[^\s\p{C}]/u.test(text);
}

function metaTag(attributes: Record<string, string>): string {
  const written = ["property", "name", "itemprop", "content", "value"].flatMap((name) => {
    const value = attributes[name];
    return value === undefined ? [] : [` ${name}="${escapeHtml(cut(value))}"`];
  });
  return `<meta${written.join("")}>`;
}

function cut(text: string): string {
  return cutText(text, maxText);
}
