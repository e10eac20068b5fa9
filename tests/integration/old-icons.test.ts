// Run: all
import { expect, it } from "vitest";
import { forgetOldIcons } from "@/lib/previews/forget-old-icons";
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
    "http://www.Bücher.example:81/ü",
    "https://xn--caf-dma.example/",
  ];
  for (const [index, url] of urls.entries())
    await createLink({ slug: `l${index}`, url, title: null, enabled: true, expiresAt: null }, now);
  const hosts = ["shop.example", "intranet.example:8080", "docs.example", "gone.example"];
  hosts.push(
    "xn--bcher-kva.example:81",
    "xn--caf-dma.example",
    "[2001:db8::1]:8080",
    "ocs.example",
  );
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
    "xn--bcher-kva.example:81",
    "xn--caf-dma.example",
  ]);

  await database.query(`DELETE FROM "Link"`);
  const left = async (days: number) => {
    await forgetOldIcons(new Date(now.getTime() + days * 86_400_000));
    return (await database.query(`SELECT FROM "HostIcon"`)).rowCount;
  };
  expect(await left(29)).toBe(5);
  expect(await left(31)).toBe(0);
});
