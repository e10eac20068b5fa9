import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Prisma } from "@/lib/database/generated/client";

const columns = Object.keys(Prisma.ClickScalarFieldEnum);

it("SetAsideClick has each column of Click", () => {
  expect(Object.keys(Prisma.SetAsideClickScalarFieldEnum)).toEqual(columns);
});

it("ClickPack has an array of each", () => {
  const own = { batch: "id", id: "clickId" };
  const packed = columns.map((name) => (name in own ? own[name as keyof typeof own] : name));
  expect(Object.keys(Prisma.ClickPackScalarFieldEnum)).toEqual(expect.arrayContaining(packed));
});

it.each(["PackedClick", "StoredClick"])(
  "the latest migration with the view %s has each",
  (view) => {
    const folder = "prisma/migrations";
    const migrations = readdirSync(folder, { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    const texts = migrations
      .map(({ name }) => name)
      .sort()
      .flatMap((name) =>
        readFileSync(`${folder}/${name}/migration.sql`, "utf8").split(
          /(?=CREATE (?:OR REPLACE )?VIEW)/,
        ),
      );
    const latest = texts.findLast(
      (text) => /^CREATE (?:OR REPLACE )?VIEW/.test(text) && text.includes(`VIEW "${view}" AS`),
    );
    const [text = ""] = latest?.split(";") ?? [];
    expect(columns.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  },
);
