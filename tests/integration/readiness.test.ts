// Run: verify
import pg from "pg";
import { expect, it } from "vitest";
import { eventually } from "../support/fault-service";
import { builtVersion } from "../support/release";
import { useService } from "../support/service";

const service = useService();

async function readyz(
  query = "",
): Promise<{ status: number; body: { checks: Record<string, string> } }> {
  const response = await fetch(`${service.server.url}/api/readyz${query}`);
  return {
    status: response.status,
    body: (await response.json()) as { checks: Record<string, string> },
  };
}

// The first test: once the migrations were found to be complete, nothing asks for them any more.
it("names missing migrations, which do not decide about readiness", async () => {
  const [row] = await service.sql<{ migration_name: string }>(
    `SELECT * FROM "_prisma_migrations" ORDER BY "migration_name" DESC LIMIT 1`,
  );
  const set = (at: string) =>
    service.sql(
      `UPDATE "_prisma_migrations" SET "finished_at" = ${at} WHERE "migration_name" = $1`,
      [row?.migration_name],
    );
  await set("NULL");
  expect(await readyz()).toMatchObject({
    status: 200,
    body: { checks: { database: "ok", migrations: "behind" } },
  });
  await set("now()");
  expect(await readyz()).toMatchObject({ status: 200, body: { checks: { migrations: "ok" } } });
});

it("has the detail of every part, for visitors only of those that decide", async () => {
  // Of whichever disk the tests run on.
  const deciding = {
    process: "ok",
    database: "ok",
    journal: "ok",
    disk: expect.stringMatching(/^(ok|low)$/),
  };
  for (const [query, checks] of [
    ["", { ...deciding, migrations: "ok", aggregation: "ok" }],
    ["?for=visitors", deciding],
  ] as const) {
    expect(await readyz(query)).toEqual({
      status: 200,
      body: { status: "ok", redirects: true, checks },
    });
  }
});

it("names version and commit to whoever has a token, and is the same for everybody else", async () => {
  const ask = async (authorization: string, query = "") => {
    const response = await fetch(`${service.server.url}/api/readyz${query}`, {
      headers: { Authorization: authorization },
    });
    return { ...((await response.json()) as Record<string, unknown>), status: response.status };
  };
  for (const query of ["", "?for=visitors"]) {
    expect(await ask(`Bearer ${service.server.token}`, query)).toMatchObject({
      status: 200,
      version: expect.stringMatching(builtVersion),
      commit: expect.stringMatching(/^[\da-f]{12}$|^unknown$/),
    });
    for (const wrong of ["Bearer wrong", "Basic eDp5", "Bearer"])
      expect(Object.keys(await ask(wrong, query))).toEqual(["status", "redirects", "checks"]);
  }
});

it("refuses another purpose, because a typing error in a load balancer must show", async () => {
  expect(await readyz("?for=visitor")).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

it("reports clicks that are not aggregated", async () => {
  const { slug } = await service.api.create({});
  const [link] = await service.sql<{ id: number }>(`SELECT "id" FROM "Link" WHERE "slug" = $1`, [
    slug,
  ]);
  const aggregating = new pg.Client({ connectionString: service.databaseUrl });
  await aggregating.connect();
  try {
    // As another instance that hangs while it aggregates.
    await aggregating.query(`SELECT pg_advisory_lock(${0x66_6f_6c_64})`);
    await service.sql(
      `INSERT INTO "ClickBatch" VALUES (7, 1, ARRAY[$1::int], ARRAY[1], ARRAY[1], ARRAY[now() - interval '2 minutes'], ARRAY[now() - interval '2 minutes'])`,
      [link?.id],
    );
    expect(
      await eventually(async () => (await readyz()).body.checks.aggregation === "behind", 20_000),
    ).toBe(true);
    expect((await readyz()).status).toBe(200);
  } finally {
    await aggregating.end();
  }
  expect(
    await eventually(async () => (await readyz()).body.checks.aggregation === "ok", 20_000),
  ).toBe(true);
});
