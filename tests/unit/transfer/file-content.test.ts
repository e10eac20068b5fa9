import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { type FileEncoding, fileEncodings } from "@/lib/transfer/file-content";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { refusalOf } from "../support/refusal";

const url = "https://example.com/";

async function read(file: Buffer, encoding?: FileEncoding) {
  const { rows, ...facts } = await readLinkRows(file, { encoding });
  const titles = [];
  for await (const { value } of rows) titles.push((value as { title?: string }).title);
  return { encoding: facts.encoding, titles };
}

const fileOf = (titles: string[], encoding: string, addBOM = false) =>
  iconv.encode(
    `url,title\n${titles.map((title) => `${url},"${title.replaceAll('"', '""')}"\n`).join("")}`,
    encoding,
    { addBOM },
  );

const many = ["Größe – “quoted” 20 €", "Été à la plage, l’hôtel", "日本語", "Весна", "😀"];
const western = ["Größe", "Übergänge für 20 €", "Café crème", "„Viel Spaß“ – © Müller®"];

describe("the encoding of a file", () => {
  it.each<[string, boolean]>([
    ["utf-8", false],
    ["utf-8", true],
    ["utf-16le", false],
    ["utf-16le", true],
    ["utf-16be", false],
    ["utf-16be", true],
  ])("%s is recognised, with a byte order mark: %s", async (encoding, addBOM) => {
    const titles = encoding === "utf-8" || addBOM ? many : western;
    expect(await read(fileOf(titles, encoding, addBOM))).toEqual({ encoding, titles });
  });

  it.each([
    [western],
    [["Été à la plage, où l’hôtel reçoit", "Événement près de chez vous", "Noël", "sœur aînée"]],
    [["Otoño en España", "¿Qué día?", "Información para niños", "5 m²"]],
    [["Promoção de verão", "São Paulo", "não"]],
    [["Forårsudsalg på sko", "København", "æbler"]],
    [["Vårrea på skor", "Göteborg", "här"]],
    [["città", "perché", "più", "università", "dell’università", "un’età"]],
    [
      [
        "Jusqu’à l’été, aujourd’hui",
        "Qu’est-ce que c’est ? 10\u00a0€",
        "L’ÉTÉ D’ÉMILIE",
        "où est la sœur aînée, Noël",
      ],
    ],
    [["It’s on, don’t wait: you’re in", "O’neill’s"]],
  ])("windows-1252 is recognised if it can be nothing else: %j", async (titles) => {
    expect(await read(fileOf(titles, "windows-1252"))).toEqual({
      encoding: "windows-1252",
      titles,
    });
  });

  it.each([
    ["windows-1250", "Wiosenna wyprzedaż książki"],
    ["windows-1250", "Łódź"],
    ["windows-1250", "się"],
    ["windows-1250", "był"],
    ["windows-1250", "příští ředitel"],
    ["windows-1250", "večeře"],
    ["windows-1250", "měsíc"],
    ["windows-1250", "őszi könyvek"],
    ["windows-1254", "şehir güneş"],
    ["windows-1254", "İzmir"],
    ["windows-1257", "ąžuolas"],
    ["windows-1251", "Весенняя распродажа"],
    ["koi8-r", "Весна"],
    ["windows-1253", "προσφορές"],
    ["shift_jis", "春のセール"],
    ["gbk", "春季促销"],
    ["euc-kr", "봄 세일"],
    ["macintosh", "Größe"],
    ["macintosh", "Café"],
    ["macintosh", "Ölwechsel"],
    ["macintosh", "España"],
    ["macintosh", "guía"],
    ["macintosh", "Guía de mi país"],
    ["macintosh", "Según"],
    ["cp850", "página"],
    ["cp437", "Más y más páginas"],
    ["cp850", "Größe"],
    ["cp850", "Café"],
    ["cp850", "España"],
  ])("%s is not taken for another one: %s", async (encoding, title) => {
    const file = fileOf([title], encoding);
    const { code, message } = await refusalOf(() => read(file));
    expect([code, message]).toEqual([
      "validation_failed",
      expect.stringMatching(/not certain.*encoding=/),
    ]);
    expect(message).not.toContain("\ufffd");
    expect(await read(file, encoding as FileEncoding)).toEqual({ encoding, titles: [title] });
  });

  it("windows-1252 is recognised wherever a piece ends", async () => {
    const titles = [
      "où est la sœur aînée, Noël, jusqu’à l’été",
      ...Array.from({ length: 20 }, (_, index) => `${"x".repeat(16_380 + index)} aujourd’hui`),
    ];
    expect(await read(fileOf([...titles, "aujourd’hui"], "windows-1252"))).toEqual({
      encoding: "windows-1252",
      titles: [...titles, "aujourd’hui"],
    });
    const file = Buffer.concat([
      fileOf(titles, "windows-1252"),
      iconv.encode("https://example.com/,aujourd’hui", "windows-1252"),
    ]);
    expect((await read(file)).titles.at(-1)).toBe("aujourd’hui");
  });

  it("is refused if bytes are left over", async () => {
    const bytes = (...parts: (string | Buffer | number[])[]) =>
      Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    for (const [file, encoding] of [
      [bytes(fileOf(["Größe"], "utf-8"), fileOf(["Größe"], "windows-1252"))],
      [bytes([0xef, 0xbb, 0xbf], fileOf(["Größe"], "windows-1252"))],
      [bytes([0xff, 0xfe], fileOf(["abc"], "utf-16le"), [0x00, 0xd8])],
      [bytes([0xff, 0xfe, 0, 0], fileOf(["abc"], "utf-32le"))],
      [bytes("url,title\nhttps://example.com/,a", [0x81, 0x0a])],
      [bytes("url,title\nhttps://example.com/,a", [0xc3])],
      [bytes("url,title\nhttps://example.com/,a\0b\n")],
      [fileOf(["Größe"], "windows-1252"), "utf-8"],
      [fileOf(["Größe"], "utf-16le", true), "windows-1252"],
      [bytes("url,title\nhttps://example.com/,a", [0x81, 0x0a]), "windows-1252"],
    ] as [Buffer, FileEncoding?][]) {
      expect((await refusalOf(() => read(file, encoding))).code).toBe("validation_failed");
    }
  });

  it("may be any that is offered, also where a character is split between pieces", async () => {
    for (const encoding of fileEncodings)
      expect((await read(fileOf(["abc"], encoding), encoding)).titles, encoding).toEqual(["abc"]);
    const titles = Array.from({ length: 40 }, (_, index) => "春".repeat(490 + index));
    for (const encoding of ["utf-8", "shift_jis", "gb18030"] as const)
      expect((await read(fileOf(titles, encoding), encoding)).titles).toEqual(titles);
  });
});
