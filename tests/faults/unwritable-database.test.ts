// Run: all
import { beforeAll, describe, expect, it } from "vitest";
import { eventually, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Outcome, visitOnce } from "../support/load";
import { scrape } from "../support/metrics";
import { databaseCommand } from "../support/owner-command";

/** Promise 29: a database that answers, but stores nothing, is not well, and everything says so. */
const service = useFaultService();
const answered: Outcome[] = [];

beforeAll(async () => {
  await service.instance.api.create({ slug: "kept" });
});

interface Trouble {
  word: string;
  /** What the doctor says. */
  told: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

const writable = "SET TRANSACTION READ WRITE";
const name = () => new URL(service.database.url).pathname.slice(1);
const reload = "SELECT pg_reload_conf()";

const troubles: Record<string, Trouble> = {
  "became read-only under its sessions": {
    word: "read-only",
    told: "default_transaction_read_only",
    begin: async () => {
      await service.database.sql("ALTER SYSTEM SET default_transaction_read_only = on");
      await service.database.sql(reload);
    },
    end: async () => {
      await service.database.sql("ALTER SYSTEM RESET default_transaction_read_only");
      await service.database.sql(reload);
    },
  },
  "is read-only for every new session": {
    word: "read-only",
    told: "default_transaction_read_only",
    begin: async () => {
      await service.database.sql(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
      await service.database.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
      );
    },
    // Whoever connected meanwhile stays read-only.
    end: () =>
      service.database.sql(
        `${writable}; ALTER DATABASE ${name()} RESET default_transaction_read_only`,
      ),
  },
  "has a full disk": {
    word: "disk full",
    told: "Clicks cannot be stored in the database. The disk of the database is full.",
    ...refusing("could not extend file: No space left on device", "53100"),
  },
  "has lost its privileges": {
    word: "access denied",
    told: "Clicks cannot be stored in the database. The database role lacks permission for this.",
    ...refusing("permission denied for table ClickPack", "42501"),
  },
  "has lost a table": {
    word: "failing",
    told: "Clicks cannot be stored in the database. The database rejects clicks.",
    begin: () => service.database.sql(`ALTER TABLE "ClickPack" RENAME TO "Lost"`),
    end: () => service.database.sql(`ALTER TABLE "Lost" RENAME TO "ClickPack"`),
  },
};

/** Postgres, except that it says this of every row of clicks. */
function refusing(message: string, code: string): Pick<Trouble, "begin" | "end"> {
  return {
    begin: () =>
      service.database.sql(`
        CREATE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$;
        CREATE TRIGGER "refuse" BEFORE INSERT ON "ClickPack" FOR EACH ROW EXECUTE FUNCTION "refuse"()`),
    end: () => service.database.sql(`DROP FUNCTION "refuse" CASCADE`),
  };
}

async function expectReported({ word }: Trouble): Promise<void> {
  const { instance } = service;
  const { server } = instance;
  expect(
    await eventually(async () => (await instance.readiness()).checks.database === word, 25_000),
    "readiness names the problem",
  ).toBe(true);
  expect(await instance.readiness()).toMatchObject({ status: 503, checks: { database: word } });
  expect(
    (await fetch(`${server.url}/api/readyz?for=visitors`)).status,
    "the journal takes the clicks",
  ).toBe(200);
  const metrics = await scrape(server);
  expect([
    metrics.sum("slugline_database_up"),
    metrics.sum("slugline_database_problem", { problem: word }),
  ]).toEqual([0, 1]);
}

describe.each(Object.entries(troubles))("a database that %s", (title, trouble) => {
  it("is reported with its cause, and all is well again when it ends", async () => {
    const { instance, database } = service;
    const visit = async (name: string) =>
      answered.push(await visitOnce(instance.server.url, "kept", `${title} ${name}`));
    await trouble.begin();
    try {
      await visit("first");
      await expectReported(trouble);
      const doctor = await databaseCommand(["doctor"], {
        DATABASE_URL: database.url,
        DATA_DIR: instance.dataDir,
      });
      expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(trouble.told)]);
      for (let index = 0; index < 5; index++) await visit(`later ${index}`);
    } finally {
      await trouble.end();
    }
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 302));
    await instance.untilDrained(25_000);
    const created = await Promise.all(
      Array.from({ length: 10 }, () =>
        instance.api.call("POST", "/api/links", { url: "https://example.com/" }),
      ),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    expect((await scrape(instance.server)).sum("slugline_issues", { name: "database" })).toBe(0);
    expect(await findDiscrepancies(database.sql, answered, instance.api)).toEqual([]);
  });
});

it.each(["became read-only under its sessions", "has lost a table"])(
  "without visits, too: a database that %s",
  async (title) => {
    const trouble = troubles[title] as Trouble;
    await trouble.begin();
    try {
      await expectReported(trouble);
      if (trouble.word === "read-only") {
        const refused = await service.instance.api.call("POST", "/api/links", {
          url: "https://example.com/",
        });
        expect(refused).toMatchObject({
          status: 503,
          body: {
            code: "unavailable",
            detail: expect.stringMatching(/^The database is read-only\. .*npm run doctor/),
          },
        });
      }
    } finally {
      await trouble.end();
    }
    await service.instance.untilDrained(25_000);
  },
);
