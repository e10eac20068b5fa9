import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Classes that name a side of the screen, each with what to say instead. */
const physical: [RegExp, string][] = [
  [/(?<=[\s"'`:!-])(?:ml|pl)-(?=\d|\[|\(|auto\b|px\b)/, "ms-, ps-"],
  [/(?<=[\s"'`:!-])(?:mr|pr)-(?=\d|\[|\(|auto\b|px\b)/, "me-, pe-"],
  [/(?<=[\s"'`:!-])(?:left|right)-(?=\d|\[|\(|auto\b|px\b|full\b)/, "start-, end-"],
  [/(?<=[\s"'`:!])text-(?:left|right)(?=[\s"'`!])/, "text-start, text-end"],
  [/(?<=[\s"'`:!])border-[lr](?=[\s"'`!]|-)/, "border-s, border-e"],
  [/(?<=[\s"'`:!])rounded-(?:[lr]|[tb][lr])(?=[\s"'`!]|-)/, "rounded-s, rounded-e, rounded-ss …"],
];

it("classes name sides along the line, so that pages in Arabic are mirrored", () => {
  const found = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        readFileSync(`${folder}/${file}`, "utf8")
          .split("\n")
          .flatMap((line, index) =>
            physical
              .filter(([pattern]) => pattern.test(line))
              .map(
                ([pattern, instead]) =>
                  `${folder}/${file}:${index + 1} ${pattern.exec(line)?.[0]}: ${instead}`,
              ),
          ),
      ),
  );
  expect(found).toEqual([]);
});
