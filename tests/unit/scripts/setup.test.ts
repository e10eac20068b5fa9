import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("no server action captures values: they would be encrypted with a key that is not secret", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const directives = text.match(/^\s*["']use (?:server|cache)\b/gm) ?? [];
    return directives.length > 0 ? [{ file, isAtTop: directives.length === 1 && text.startsWith('"use server";\n') }] : [];
  });
  expect(found.length).toBeGreaterThan(10);
  // There it makes an action of each exported function, which captures nothing. In a function it could.
  expect(found.filter(({ isAtTop }) => !isAtTop)).toEqual([]);
});
