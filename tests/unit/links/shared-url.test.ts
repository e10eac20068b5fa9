import { expect, it } from "vitest";
import { sharedUrl } from "@/lib/links/shared-url";

const page = "https://example.com/a?b=c";

it.each([
  [[page, "", "A page"], { url: page, rest: "A page" }],
  [["", `Look: ${page}.`, "A page"], { url: page, rest: "A page" }],
  [["", "", `A page ${page}`], { url: page, rest: "A page" }],
  [["", page, page], { url: page, rest: "" }],
  [["example.com", `${page}`, ""], { url: "example.com", rest: "" }],
  [["", `(see HTTPS://Example.com/x)`, ""], { url: "HTTPS://Example.com/x", rest: "" }],
  [["", `看看${page}。`, ""], { url: page, rest: "" }],
  [["", `「${page}」！\u200b`, ""], { url: page, rest: "" }],
  [["\u2068example.com\u2069", "", ""], { url: "example.com", rest: "" }],
  [["", "no address here", "A title"], { url: "", rest: "A title" }],
  [["", "", ""], { url: "", rest: "" }],
] as const)("%j is %j", ([url, text, title], expected) => {
  expect(sharedUrl(url, text, title)).toEqual(expected);
});
