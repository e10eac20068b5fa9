import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { iconAddresses } from "@/lib/previews/choose-icon";
import { iconHost } from "@/lib/previews/host-icons";
import { iconFile } from "@/lib/previews/icon-file";
import { HeadReader } from "@/lib/previews/read-head";
import { png } from "../../support/pictures";

const addressesOf = (html: string, url = "https://shop.example/deep/page") => {
  const reader = new HeadReader();
  reader.write(html);
  return iconAddresses({ ...reader.end(), url });
};
const first = (html: string) => addressesOf(html)[0]?.replace("https://shop.example", "");

describe("the addresses of a page's icon", () => {
  it("are the smallest sharp one, before vectors, small and large ones, and the old place at last", () => {
    expect(addressesOf("<title>No icon</title>")).toEqual(["https://shop.example/favicon.ico"]);
    const all = [
      '<link rel="apple-touch-icon" sizes="180x180" href="/apple.png">',
      '<link rel="icon" sizes="512x512" href="/512.png">',
      '<link rel="icon" type="image/svg+xml" href="/a.svg">',
      '<link rel="icon" sizes="16x16" href="/16.png">',
      '<link REL=" Shortcut  ICON" sizes="16x16 48x48" href="48.ico">',
    ];
    const order = ["/deep/48.ico", "/512.png", "/a.svg", "/16.png", "/apple.png"];
    expect(first(all.join(""))).toBe("/deep/48.ico");
    for (const [index, address] of order.entries()) {
      const rest = all.filter(
        (tag) =>
          !order
            .slice(0, index)
            .some((gone) => tag.includes(gone.slice(gone.lastIndexOf("/") + 1))),
      );
      expect(first(rest.reverse().join(""))).toBe(address);
    }
    expect(addressesOf(all.join("")).length).toBe(3);
  });

  it("are of the web only, and relative to the page's base", () => {
    expect(first('<base href="/other/"><link rel="icon" href="i.png">')).toBe("/other/i.png");
    for (const href of [
      "data:image/png;base64,AA",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://a:b@x.example/i.png",
      "",
    ])
      expect(first(`<link rel="icon" href="${href}">`), href).toBe("/favicon.ico");
    expect(first('<link rel="stylesheet" href="/a.png"><link rel="mask-icon" href="/b.svg">')).toBe(
      "/favicon.ico",
    );
    expect(first('<body><link rel="icon" href="/late.png">')).toBe("/favicon.ico");
  });
});

const entry = (width: number, bytes: Buffer, at: number) => {
  const head = Buffer.alloc(16);
  head[0] = width;
  head.writeUInt32LE(bytes.length, 8);
  head.writeUInt32LE(at, 12);
  return head;
};
function ico(...pictures: [width: number, bytes: Buffer][]): Buffer {
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let at = 6 + 16 * pictures.length;
  const entries = pictures.map(([width, bytes]) => {
    const made = entry(width, bytes, at);
    at += bytes.length;
    return made;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(([, bytes]) => bytes)]);
}

describe("the icon in a file", () => {
  it("is a picture by its bytes, or a cleaned SVG, and nothing else", () => {
    const picture = png(32, 32);
    expect(iconFile(picture)).toEqual({ type: "image/png", bytes: picture });
    const svg = iconFile(
      Buffer.from(
        '<?xml version="1.0"?><svg onload="alert(1)"><script>alert(1)</script><path d="M0 0"/><image href="https://evil.example/x"/></svg>',
      ),
    );
    expect(svg?.type).toBe("image/svg+xml");
    expect(String(svg?.bytes)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>',
    );
    for (const text of ["", "<!doctype html><script>alert(1)</script>", "GIF", "%PDF-1.7"])
      expect(iconFile(Buffer.from(text)), text).toBeNull();
    expect(iconFile(Buffer.concat([picture, Buffer.alloc(24 * 1024)]))).toBeNull();
  });

  it("of a Windows icon is the one picture that is shown", () => {
    const bitmap = Buffer.alloc(400, 7);
    const one = iconFile(
      ico([16, Buffer.alloc(64, 1)], [32, bitmap], [0, Buffer.alloc(60_000, 2)]),
    );
    expect(one).toEqual({ type: "image/x-icon", bytes: ico([32, bitmap]) });
    expect(iconFile(ico([48, png(48, 48)]))).toEqual({ type: "image/png", bytes: png(48, 48) });
    expect(iconFile(ico([16, bitmap]))?.bytes).toEqual(ico([16, bitmap]));
  });

  it("never fails on damaged files", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isIco) => {
        const found = iconFile(Buffer.from(isIco ? [0, 0, 1, 0, ...bytes] : bytes));
        expect(found === null || found.bytes.length > 0).toBe(true);
      }),
    );
  });
});

it("is kept by host, with a port and without www", () => {
  expect(iconHost("https://www.Example.com/a?b#c")).toBe("example.com");
  expect(iconHost("http://example.com:8080/")).toBe("example.com:8080");
  for (const url of ["mailto:a@example.com", "nothing", ""]) expect(iconHost(url), url).toBeNull();
});
