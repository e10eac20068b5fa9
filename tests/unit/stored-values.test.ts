import fc from "fast-check";
import { expect, it } from "vitest";
import type { z } from "zod";
import { emailSchema } from "@/lib/core/email";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { channelSchema } from "@/lib/links/channel-schema";
import { linkChangesSchema } from "@/lib/links/schema";
import { newTagSchema } from "@/lib/links/tag-schema";
import { newApiTokenSchema } from "@/lib/owners/api-tokens";
import { sanitizeSvg } from "@/lib/pages/sanitize-svg";
import {
  logoOf,
  logoOfDataUrl,
  mostLogoBytes,
  type SiteLogo,
  toDataUrl,
} from "@/lib/pages/site-logo";
import { siteSchema, siteSettingNames } from "@/lib/pages/site-schema";
import { importedLinkSchema } from "@/lib/transfer/insert-imported";
import { isFullRun } from "../support/run";

/**
 * What is stored is what was checked: read by the same rules, a stored value is accepted and stays
 * the same.
 */

const own = { BASE_URL: "https://go.example.com", PORT: 3000, schemes: new Set(["mailto"]) };

const pieces = fc.constantFrom(
  ...[
    " ",
    "\t",
    "\u0085",
    "\u00a0",
    "\ufeff",
    "\u2028",
    "\u200b",
    "\r\n",
    "\r",
    "\n",
    "\0",
    "\x01",
    "\x7f",
    "\ud800",
    "\udc00",
    "\ufffd",
  ],
  ...[
    "e\u0301",
    "é",
    "İ",
    "ß",
    "ǆ",
    "ﬁ",
    "😀",
    "ü",
    "文",
    "<",
    ">",
    "&",
    "&amp;",
    '"',
    "'",
    "`",
    "\\",
    "%",
    "%zz",
    "%C3%BC",
    "+",
    "#",
    "?",
    "=",
  ],
  ...[
    "a",
    "A",
    "Z",
    "7",
    "..",
    ".",
    "/",
    "//",
    ",",
    "|",
    "-",
    "_",
    "@",
    ":",
    "{slug}",
    "{",
    "}",
    "utm_source=x",
  ],
);
/** Short ones, and long ones around the limits of every field. */
const tail = fc
  .tuple(
    fc.array(pieces, { maxLength: 8 }),
    pieces,
    fc.constantFrom(
      0,
      1,
      49,
      50,
      60,
      79,
      80,
      99,
      100,
      254,
      255,
      300,
      499,
      500,
      1_365,
      2_000,
      2_048,
      4_096,
      8_160,
    ),
  )
  .map(([start, filler, count]) => start.join("") + filler.repeat(count));
const heads = [
  "https://example.com/",
  "HTTPS://Exämple.com:443/",
  " http://example.com?q=",
  "mailto:",
  "MAILTO:mara@example.com",
  "mara@example.com",
  "Mara",
];
const dates = [
  "2030-01-31",
  "2030-01-31T12:00:00.123456+14:00",
  "2026-W53-7",
  "0001-01-01",
  "9999-12-31T23:59:59.9999-00:01",
  "20300131T1200",
];
const value = fc
  .tuple(
    fc.constantFrom("", "", "", ...heads, ...dates, "#0F766E", "true", "mailto, TEL:, sms"),
    tail,
  )
  .map(([head, rest]) => head + rest);

const lists = fc.array(value, { maxLength: 4 });
const link = {
  ...strings("url slug title expiresAt note startsAt expiredUrl ios android image description"),
  tags: lists,
  aliases: lists,
  maxClicks: fc.integer(),
};

function strings(names: string): Record<string, typeof value> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

/** Field by field, because most values are invalid. */
function eachField(
  schema: z.ZodObject,
  fields: Record<string, fc.Arbitrary<unknown>>,
): [string, z.ZodType, fc.Arbitrary<unknown>][] {
  return Object.entries(fields).map(([name, given]) => [
    name,
    schema.shape[name] as z.ZodType,
    given,
  ]);
}

const asJson = (data: unknown): unknown => JSON.parse(JSON.stringify(data));
/** As `saveSettings` stores it. */
const asSetting = (data: unknown, text: unknown): unknown =>
  typeof data === "object" && data !== null && "bytes" in data
    ? toDataUrl(data as SiteLogo)
    : String(text).trim();

it.each([
  ...eachField(linkChangesSchema(own), link),
  ...eachField(importedLinkSchema(own), { ...link, createdAt: value, updatedAt: value }).map(
    ([name, ...rest]) => [`imported ${name}`, ...rest] as const,
  ),
  ...eachField(newTagSchema, { name: value }),
  ["place", channelSchema, fc.record({ source: value, medium: value, campaign: value })] as const,
  ["email", emailSchema, value] as const,
  ...eachField(newOwnerSchema, { name: value, password: value }),
  ...eachField(newApiTokenSchema, { name: value }),
  ...siteSettingNames.map(
    (name) =>
      [name, siteSchema.shape[name], name === "SITE_LOGO" ? fc.constant("") : value] as const,
  ),
])("%s", (name, schema, given) => {
  fc.assert(
    fc.property(given, (input) => {
      const first = schema.safeParse(input);
      if (!first.success || first.data === undefined) return;
      const stored = name in siteSchema.shape ? asSetting(first.data, input) : asJson(first.data);
      const again = schema.safeParse(stored);
      expect(again.error?.issues ?? [], JSON.stringify(stored)).toEqual([]);
      expect(again.data).toEqual(first.data);
      // Postgres takes no NUL, and a broken character would become another one on its way there.
      expect(JSON.stringify(first.data instanceof Set ? [...first.data] : first.data)).not.toMatch(
        /\\u0000|\\ud[89a-f]/i,
      );
      if (name.endsWith("slug") || typeof first.data !== "string") return;
      // What a setting means is one of its own spellings.
      if (name in siteSchema.shape) expect(schema.safeParse(first.data).data).toEqual(first.data);
    }),
    { numRuns: 400 },
  );
});

it("an address that grows when it is written as a URI is checked as it is used", () => {
  expect(
    siteSchema.shape.ABUSE_CONTACT.safeParse(`https://example.com/${"<".repeat(2_000)}`).success,
  ).toBe(true);
  expect(
    siteSchema.shape.ABUSE_CONTACT.safeParse(`https://example.com/${"<".repeat(8_000)}`).success,
  ).toBe(false);
  expect(
    siteSchema.shape.NOT_FOUND_URL.safeParse(`https://example.com/${"{slug}".repeat(100)}`).success,
  ).toBe(true);
  expect(
    siteSchema.shape.NOT_FOUND_URL.safeParse(`https://example.com/${"{slug}".repeat(1_000)}`)
      .success,
  ).toBe(false);
});

it("a logo is stored as it was checked, and refused if it grows beyond the limit", () => {
  const piece = fc.constantFrom(
    "<g/>",
    "<g>",
    "</g>",
    "<text>",
    "</text>",
    "'",
    "&quot;",
    "&#1;",
    "\x01",
    "\ufffe",
    "<style>",
    "</style>",
    "u\x01rl(https://evil.example)",
    ".a{fill:u&#2;rl(x)}",
  );
  const attribute = fc.constantFrom(
    ' d="M0 0"',
    " fill='\"'",
    ' fill="u\x01rl(https://evil.example)"',
    ' style="fill:java&#3;script:x"',
    ' class="\ud800"',
  );
  const inner = fc
    .array(fc.oneof(piece, fc.string()), { maxLength: 12 })
    .map((parts) => parts.join(""));
  const repeated = fc.constantFrom(1, 1, 2_000, 9_000, 25_000);
  fc.assert(
    fc.property(inner, attribute, repeated, (parts, given, count) => {
      const logo = logoOf(Buffer.from(`<svg${given}>${parts}${"<g/>".repeat(count)}</svg>`));
      if (typeof logo === "string") return;
      expect(logo.bytes.length).toBeLessThanOrEqual(mostLogoBytes);
      expect(logoOfDataUrl(toDataUrl(logo))).toEqual(logo);
      expect(sanitizeSvg(String(logo.bytes))).toBe(String(logo.bytes));
      expect(String(logo.bytes)).not.toMatch(/(?:<style>[^<]*|="[^"]*)(?:url\(https|javascript:)/);
    }),
    { numRuns: isFullRun ? 100 : 25 },
  );
  expect(logoOf(Buffer.from(`<svg>${"<g/>".repeat(20_000)}</svg>`))).toMatch(
    /at most 100 KB, also once it is sanitised/,
  );
});
