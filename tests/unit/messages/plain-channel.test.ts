import { expect, it } from "vitest";
import { plainChannel } from "@/lib/messages/digest";

it.each(["podcast", "Newsletter 7", "mañana_2-b", "v1.2"])(
  "a message names the source %s",
  (label) => {
    expect(plainChannel("utm_source", label, "one source")).toBe(label);
  },
);

it.each([
  "evil.example",
  "https://evil.example/",
  "evil.example/login",
  "@everyone",
  "<!channel>",
  "[a](b)",
  "call +49 30 1",
  "x".repeat(41),
  "a\nb",
  "",
])("a message does not repeat %j", (label) => {
  expect(plainChannel("utm_source", label, "one source")).toBe("one source");
});

it("a referrer is named so that no program makes a link of it", () => {
  expect(plainChannel("referrer", "news.example.com", "one source")).toBe(
    "news.\u2060example.\u2060com",
  );
  expect(plainChannel("referrer", "evil.example/x", "one source")).toBe("one source");
});
