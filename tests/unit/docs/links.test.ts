import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).flatMap((name) =>
    name.endsWith(".md") ? [join("docs", name)] : [],
  ),
];

/** As GitHub names headings in addresses. */
function headingsOf(page: string): Set<string> {
  const headings = [...readFileSync(page, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
    text.replace(/\]\([^)]*\)/g, ""),
  );
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function brokenLinks(page: string, text: string): string[] {
  const targets = [
    ...text.replaceAll(/```.*?```/gs, "").matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g),
  ].map(([, target = ""]) => target);
  return targets.filter((target) => {
    const [file = "", heading] = target.split("#");
    const path = file === "" ? page : join(dirname(page), file);
    return !existsSync(path) || (heading !== undefined && !headingsOf(path).has(heading));
  });
}

it.each(pages)("the links of %s lead to files and headings that exist", (page) => {
  expect(brokenLinks(page, readFileSync(page, "utf8"))).toEqual([]);
});

it("control: a missing file and a missing heading are found", () => {
  expect(
    brokenLinks(
      "docs/README.md",
      "[a](nothing.md) [b](api.md#nothing) [c](#nothing) [d](api.md#aliases)",
    ),
  ).toEqual(["nothing.md", "api.md#nothing", "#nothing"]);
});

it("each picture is shown with what it says, and is small", () => {
  const shown = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)].map(([, , path = ""]) =>
      join(dirname(page), path),
    ),
  );
  const pictures = readdirSync("docs/pictures").map((name) => join("docs/pictures", name));
  expect(shown.toSorted()).toEqual(pictures.toSorted());
  expect(pictures.filter((picture) => statSync(picture).size > 60 * 1024)).toEqual([]);
});
