import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it, vi } from "vitest";
import { sanitizeSvg } from "@/lib/pages/sanitize-svg";
import { logoOf, logoOfDataUrl, toDataUrl } from "@/lib/pages/site-logo";

const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`;

describe("sanitizeSvg", () => {
  it("keeps a plain picture", () => {
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#0f766e"></stop></linearGradient></defs><g transform="rotate(9)"><path class="a" d="M0 0h9v9z"></path></g><text font-size="3">A &amp; B</text></svg>';
    expect(sanitizeSvg(`<?xml version="1.0"?><!-- made by hand -->${picture}`)).toBe(picture);
  });

  it.each([
    ["a script", "<script>alert(1)</script>"],
    [
      "a script in a namespace",
      '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    ],
    ["a foreign object", "<foreignObject><body onload='alert(1)'/></foreignObject>"],
    ["an image", '<image href="https://evil.example/x.png"/>'],
    ["an animation", '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ["a set", '<set attributeName="onclick" to="alert(1)"/>'],
    ["a link", '<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ["an iframe", '<iframe src="https://evil.example"/>'],
    ["metadata", "<metadata><rdf:RDF>alert(1)</rdf:RDF></metadata>"],
    ["a style sheet that loads another", "<style>@import url(https://evil.example)</style>"],
    ["a style sheet with a picture", "<style>.a{fill:url(https://evil.example/#x)}</style>"],
    ["a style sheet with escapes", "<style>.a{background:\\75rl(evil.example)}</style>"],
  ])("leaves out %s", (_, inner) => {
    expect(sanitizeSvg(svg(`${inner}<path d="M1 1"/>`))).toBe(svg('<path d="M1 1"></path>'));
  });

  it.each([
    ["a handler", ' onload="alert(1)"'],
    ["a base", ' xml:base="https://evil.example/"'],
    ["a style that loads", ' style="background:url(//evil.example)"'],
    ["a fill that loads", ' fill="url(https://evil.example/#x)"'],
    ["an unknown attribute", ' data-x="1"'],
  ])("leaves out %s", (_, attribute) => {
    expect(sanitizeSvg(svg(`<path d="M1 1"${attribute}/>`, attribute))).toBe(
      svg('<path d="M1 1"></path>'),
    );
  });

  it("keeps references to its own elements only", () => {
    const use = (reference: string) => sanitizeSvg(svg(`<use ${reference}/>`));
    expect(use('xlink:href="#a"')).toBe(svg('<use href="#a"></use>'));
    expect(use('xlink:href="#a" href="#b"')).toBe(svg('<use href="#b"></use>'));
    for (const reference of [
      'href="https://evil.example/#a"',
      'href="data:image/svg+xml,x"',
      'href="javascript:alert(1)"',
      'href=" #a"',
    ]) {
      expect(use(reference)).toBe(svg("<use></use>"));
    }
  });

  it("refuses what is no SVG, or expensive to draw", () => {
    expect(sanitizeSvg("<html><svg></svg></html>")).toBeNull();
    expect(sanitizeSvg("plain text")).toBeNull();
    expect(sanitizeSvg(svg('<use href="#a"/>'.repeat(21)))).toBeNull();
    expect(sanitizeSvg(svg("<g>".repeat(100)))).toBeNull();
  });

  it("returns one well-formed element without handlers and scripts, whatever it gets", () => {
    const piece = fc.constantFrom(
      "<svg>",
      "</svg>",
      "<g",
      ">",
      "<script>",
      "</script>",
      "alert(1)",
      " onload='x'",
      "<style>",
      "<![CDATA[",
      "]]>",
      "&lt;",
      "&#0;",
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const clean = sanitizeSvg(`<svg>${pieces.join("")}`);
        if (clean === null) return;
        const opened: string[] = [];
        new Parser(
          { onopentag: (name, attributes) => opened.push(name, ...Object.keys(attributes)) },
          { xmlMode: true },
        ).end(clean);
        expect(opened.filter((name) => /^(?:script|on)/i.test(name))).toEqual([]);
        expect(clean).toMatch(/^<svg [\s\S]*<\/svg>$/);
      }),
    );
  });
});

it("an SVG is read no further than its first element that is too deep", () => {
  const opened = vi.spyOn(Parser.prototype, "onopentagname");
  expect(sanitizeSvg(`<svg>${"<g>".repeat(20_000)}`)).toBeNull();
  expect(opened.mock.calls.length).toBeLessThan(100);
  opened.mockRestore();
});

describe("a data URL of an SVG", () => {
  it.each([
    ["base64", `data:image/svg+xml;base64,${Buffer.from(svg("<g/>")).toString("base64")}`],
    [
      "base64 with a charset",
      `data:image/svg+xml;charset=utf-8;base64,${Buffer.from(svg("<g/>")).toString("base64")}`,
    ],
    ["percent-encoded", `data:image/svg+xml,${encodeURIComponent(svg("<g/>"))}`],
    [
      "percent-encoded with a charset",
      `DATA:image/SVG+xml;charset=UTF-8,${encodeURIComponent(svg("<g/>"))}`,
    ],
    ["as it is", `data:image/svg+xml;utf8,${svg("<g/>")}`],
  ])("may be %s", (_, url) => {
    expect(logoOfDataUrl(url)).toMatchObject({
      type: "image/svg+xml",
      bytes: Buffer.from(svg("<g></g>")),
    });
  });

  it("may have a percent sign of its own, and is sanitised", () => {
    const url = `data:image/svg+xml;utf8,${svg('<script>alert(1)</script><rect width="100%" height="5%25"/>')}`;
    expect(String((logoOfDataUrl(url) as { bytes: Buffer }).bytes)).toBe(
      svg('<rect width="100%" height="5%"></rect>'),
    );
  });
});

describe("logoOf", () => {
  it("takes an SVG, sanitised, at an address that names its content", () => {
    const logo = logoOf(Buffer.from(svg("<script>alert(1)</script>")));
    expect(logo).toMatchObject({
      type: "image/svg+xml",
      bytes: Buffer.from(svg("")),
      address: expect.stringMatching(/^\/logo\.svg\?v=[0-9a-f]{12}$/),
    });
    expect(logoOf(Buffer.from(svg("<g/>")))).not.toMatchObject({
      address: (logo as { address: string }).address,
    });
  });

  it("takes a PNG as it is", () => {
    const bytes = png(8, 4);
    expect(logoOf(bytes)).toMatchObject({
      type: "image/png",
      bytes,
      address: expect.stringMatching(/^\/logo\.png\?v=/),
    });
  });

  it.each([
    ["nothing", Buffer.alloc(0), /SVG or PNG/],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /SVG or PNG/],
    ["HTML", Buffer.from("<html><body>hi</body></html>"), /SVG or PNG/],
    ["a large file", Buffer.from(svg("<g/>".repeat(30_000))), /at most 100 KB/],
    ["a PNG cut off", png(8, 4).subarray(0, 40), /whole PNG/],
    ["a huge PNG", png(40_000, 4), /2,048 pixels/],
  ])("refuses %s", (_, bytes, problem) => {
    expect(logoOf(bytes)).toMatch(problem);
  });

  it("reads back its own data URL", () => {
    const logo = logoOf(png(8, 4));
    expect(logoOfDataUrl(toDataUrl(logo as Exclude<typeof logo, string>))).toEqual(logo);
    for (const url of [
      "data:text/html;base64,PGI+",
      "data:image/png,abc",
      "data:image/svg+xml,%FF%3Csvg%3E",
      "data:image/svg+xml;base64,%3Csvg%3E",
      `data:image/svg+xml,${"%3C".repeat(110_000)}`,
      "https://example.com/x.png",
      `data:image/png;base64,${"A".repeat(200_000)}`,
    ]) {
      expect(logoOfDataUrl(url)).toMatch(/^must be /);
    }
  });
});

/** Its checksums are zero, which nothing here reads. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const parts = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(64))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}
