// Run: all
import { expect, it } from "vitest";
import { forgetOldIcons } from "@/lib/previews/host-icons";
import { createLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const now = new Date("2026-11-19T14:20:00Z");

it("keeps the old icon of a host while a link leads there", async () => {
  const urls = [
    "https://WWW.shop.example:443/sale?x#y",
    "http://mara:secret@intranet.example:8080/",
    "https://docs.example?at=https://gone.example/",
    "mailto:mara@mail.example",
  ];
  for (const [index, url] of urls.entries())
    await createLink({ slug: `l${index}`, url, title: null, enabled: true, expiresAt: null }, now);
  const hosts = ["shop.example", "intranet.example:8080", "docs.example", "gone.example"];
  for (const host of [...hosts, "mail.example"])
    await database.query(
      `INSERT INTO "HostIcon" ("host", "type", "version", "bytes", "checkedAt") VALUES ($1, 'image/png', 'v', 'x', $2)`,
      [host, new Date(now.getTime() - 61 * 86_400_000)],
    );
  await database.query(`INSERT INTO "HostIcon" ("host", "checkedAt") VALUES ('read.example', $1)`, [
    new Date(now.getTime() - 59 * 86_400_000),
  ]);
  await forgetOldIcons(now);
  const { rows } = await database.query<{ host: string }>(`SELECT "host" FROM "HostIcon"`);
  expect(rows.map(({ host }) => host).sort()).toEqual([
    "docs.example",
    "intranet.example:8080",
    "read.example",
    "shop.example",
  ]);
});
