import nodemailer from "nodemailer";
import { expect, it } from "vitest";
import { mailText } from "@/lib/messages/mail-text";
import { sentenceOf } from "@/lib/messages/sentence";
import { allLanguages } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";

const now = new Date("2030-03-04T12:00:00Z");
const counts = [0, 1, 2, 5, 21];

/** Every event that has a number in it. */
const events = (count: number): [type: string, facts: Record<string, unknown>][] => [
  ["link.threshold", { slug: "x", title: "Spring sale", threshold: count }],
  ["link.used_up", { slug: "x", title: null, maxClicks: count }],
  ["traffic.unusual", { slug: "x", title: null, clicks: count, usual: count, day: "2030-03-03" }],
  ["import.finished", { created: count, skipped: count, refused: count }],
  [
    "digest.weekly",
    {
      from: "2030-02-25",
      to: "2030-03-03",
      clicks: count,
      links: [{ slug: "x", title: "Spring sale", text: "…" }],
      dropped: [{ receiver: "Ops", messages: count }],
    },
  ],
];

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });

/** The text of a part of a message as it is sent, which clients decode so. */
function partOf(raw: string, type: string): string {
  const part =
    raw.split(/^--.*\r?\n/m).find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
  const [head = "", ...rest] = part.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString();
  const bytes = body
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, "latin1").toString() : body;
}

it.each(allLanguages)(
  "an email in %s says its numbers, and arrives as it was written",
  async (language) => {
    for (const count of counts)
      for (const [type, facts] of events(count)) {
        const text = sentenceOf(type, facts, now, language);
        expect(text, `${type} with ${count}`).not.toMatch(/undefined|NaN|[{}]/);
        expect(text, `${type} with ${count}`).not.toBe(type);
        const mail = mailText({
          text,
          pageUrl: "https://go.example/dashboard/links/x",
          unsubscribeUrl: "https://go.example/dashboard/unsubscribe/t",
          language,
        });
        const { message } = await transport.sendMail({ to: "ada@example.com", ...mail });
        const html = partOf(String(message), "text/html");
        expect(html).toContain(`<html lang="${language}"`);
        expect(html).toContain(text.replaceAll("&", "&amp;"));
        expect(html).toContain(textsIn(language, "mail")("unsubscribe"));
        expect(partOf(String(message), "text/plain")).toContain(text);
      }
  },
);
