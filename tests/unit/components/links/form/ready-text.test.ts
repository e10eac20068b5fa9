import { expect, it } from "vitest";
import { readyLines, readyTable } from "@/components/links/form/ready-text";
import { channelName, noChannel } from "@/lib/links/channel";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "form.ready");

const newsletter = { source: "newsletter", medium: "email", campaign: "may" };
const links = [
  { link: { slug: "a", url: "https://example.com/a", title: 'Say "hi"\tthere' } },
  { link: { slug: "b", url: "https://example.com/b", title: "=1+1" } },
  { link: { slug: "c", url: "https://example.com/c", title: null } },
];
const addressOf = ({ slug }: { slug: string }) => `https://l.example/${slug}`;
const tags = "?utm_source=newsletter&utm_medium=email&utm_campaign=may";

it("a line for each link and channel", () => {
  expect(readyLines(links.slice(0, 2), [noChannel, newsletter], addressOf, channelName)).toBe(
    `https://l.example/a\nhttps://l.example/a${tags}\nhttps://l.example/b\nhttps://l.example/b${tags}`,
  );
});

it("a name for each channel of one link", () => {
  expect(readyLines(links.slice(0, 1), [noChannel, newsletter], addressOf, channelName)).toBe(
    `No channel: https://l.example/a\nNewsletter: https://l.example/a${tags}`,
  );
});

it("a row for each link, in which nothing is a formula or breaks out of its cell", () => {
  expect(readyTable(links, [noChannel, newsletter], addressOf, t, channelName).split("\n")).toEqual(
    [
      "Short link\tNewsletter\tDestination\tTitle",
      `https://l.example/a\thttps://l.example/a${tags}\thttps://example.com/a\t"Say ""hi"" there"`,
      `https://l.example/b\thttps://l.example/b${tags}\thttps://example.com/b\t'=1+1`,
      `https://l.example/c\thttps://l.example/c${tags}\thttps://example.com/c\t`,
    ],
  );
});
