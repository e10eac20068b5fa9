import { cpSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";

afterEach(() => vi.unstubAllEnvs());

/** The catalogue of a process of its own, whose files may be edited, and what edits English. */
async function catalogueIn(mode: "development" | "production") {
  const folder = temporaryFolder();
  for (const name of ["en", "de"])
    cpSync(`lib/texts/${name}.json`, join(folder, `lib/texts/${name}.json`), { recursive: true });
  vi.stubEnv("SLUGLINE_FOLDER", folder);
  vi.stubEnv("NODE_ENV", mode);
  vi.resetModules();
  const { messagesOf } = await import("@/lib/texts/catalogue");
  const file = join(folder, "lib/texts/en.json");
  return {
    title: () => messagesOf("en", "signIn").title,
    edit: (text: string) => {
      const texts = JSON.parse(readFileSync(file, "utf8")) as { signIn: { title: string } };
      texts.signIn.title = text;
      writeFileSync(file, JSON.stringify(texts));
      utimesSync(file, new Date(), new Date(Date.now() + 60_000));
    },
  };
}

it("a text that is edited is the new one, while developing", async () => {
  const { title, edit } = await catalogueIn("development");
  expect(title()).not.toBe("Edited");
  edit("Edited");
  expect(title()).toBe("Edited");
});

it("control: a service reads its texts once", async () => {
  const { title, edit } = await catalogueIn("production");
  const before = title();
  edit("Edited");
  expect(title()).toBe(before);
});
