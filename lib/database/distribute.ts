import type pg from "pg";
import { ownCommand } from "../config/own-command";
import { english } from "../texts/say";
import { UnusableDatabaseError } from "./explain-failure";
import {
  listApplied,
  migrationLock,
  migrationsFolder,
  readMigrations,
  withMigrationClient,
} from "./migrate";

export interface Distribution {
  shards: number;
  /** The servers of the shards. */
  servers: string[];
  clicks: number;
  bytes: number;
  wasDistributed: boolean;
}

export const defaultShards = 8;

interface Wanted {
  /**
   * A link's clicks are in one of them. Default: 8, because recording makes two round trips for
   * each shard of a batch.
   */
  shards?: number;
  isDry?: boolean;
}

/**
 * Distributes Click by the id of its link, with Citus, and creates the functions that read it. All
 * other tables stay on the server at `url`, so nothing changes for a statement without clicks.
 * Clicks are journalled while existing ones move. Once distributed, it only renews the functions.
 */
export function distribute(
  url: string,
  { shards = defaultShards, isDry = false }: Wanted = {},
): Promise<Distribution> {
  return withMigrationClient(
    url,
    async (client) => {
      await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
      await requireCitus(client);
      await requireMigrations(client);
      const before = await describe(client, shards);
      if (isDry) return before;
      if (!before.wasDistributed) {
        await client.query(
          `SELECT create_distributed_table('"Click"', 'linkId', shard_count => $1, colocate_with => 'none')`,
          [shards],
        );
      }
      // Last, because instances that find them take the clicks to be distributed.
      await client.query(functions);
      await client.query(freeLocalCopy);
      return { ...(await describe(client, shards)), wasDistributed: before.wasDistributed };
    },
    { lockMs: 60_000 },
  );
}

async function requireCitus(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ has: boolean; offers: boolean }>(`
    SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "has",
           EXISTS (SELECT FROM pg_available_extensions WHERE name = 'citus') AS "offers"`);
  const [citus] = rows;
  if (citus?.has) return;
  throw new UnusableDatabaseError(
    citus?.offers ? english("citusNotCreated") : english("citusMissing"),
  );
}

async function requireMigrations(client: pg.ClientBase): Promise<void> {
  const applied = new Set(await listApplied(client));
  if ((await readMigrations(migrationsFolder)).every(({ name }) => applied.has(name))) return;
  throw new UnusableDatabaseError(
    english("migrationsMissing", { command: ownCommand("npm run db:migrate") }),
  );
}

async function describe(client: pg.ClientBase, shards: number): Promise<Distribution> {
  const { rows } = await client.query<Pick<Distribution, "wasDistributed" | "servers">>(`
    SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = '"Click"'::regclass) AS "wasDistributed",
           ARRAY(SELECT nodename || ':' || nodeport FROM pg_dist_node WHERE shouldhaveshards AND noderole = 'primary' ORDER BY 1) AS "servers"`);
  const [found] = rows;
  if (!found || found.servers.length === 0) {
    throw new UnusableDatabaseError(english("citusNoServer"));
  }
  const clicks = await client.query<{ clicks: string }>(`SELECT count(*) AS "clicks" FROM "Click"`);
  const size = await client.query<{ shards: string; bytes: string }>(
    found.wasDistributed
      ? `SELECT count(DISTINCT shardid) FILTER (WHERE table_name = '"Click"'::regclass) AS "shards", sum(shard_size) AS "bytes" FROM citus_shards
         WHERE table_name = '"Click"'::regclass OR table_name IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = '"Click"'::regclass)`
      : `SELECT ${shards} AS "shards", sum(pg_total_relation_size(inhrelid)) AS "bytes" FROM pg_inherits WHERE inhparent = '"Click"'::regclass`,
  );
  return {
    ...found,
    clicks: Number(clicks.rows[0]?.clicks),
    shards: Number(size.rows[0]?.shards),
    bytes: Number(size.rows[0]?.bytes),
  };
}

/** Citus leaves the moved rows, which nothing reads any more, on the coordinator. */
const freeLocalCopy = `SELECT truncate_local_data_after_distributing_table('"Click"')
  WHERE (SELECT sum(pg_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = '"Click"'::regclass) > 0`;

/**
 * What statements read a distributed Click through: see `distributed.ts`. In these functions Citus
 * finds statements that it can send to the servers of the clicks. A commit of several servers ends
 * with them, after it is visible here: clicks that moved there are in no pack any more by then.
 */
const functions = `
CREATE OR REPLACE FUNCTION "clicksWithin"("links" int[], "from" timestamptz, "to" timestamptz) RETURNS SETOF "Click" LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "awaitRecordings"();
  IF "links" IS NULL THEN
    RETURN QUERY SELECT * FROM "Click" k WHERE k."createdAt" >= "from" AND k."createdAt" < "to";
  ELSE
    RETURN QUERY SELECT * FROM "Click" k WHERE k."linkId" = ANY("links") AND k."createdAt" >= "from" AND k."createdAt" < "to";
  END IF;
END $$;

CREATE OR REPLACE FUNCTION "latestClicks"("link" int, "most" int) RETURNS SETOF "Click" LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "awaitRecordings"();
  RETURN QUERY SELECT * FROM "Click" k WHERE k."linkId" = "link" ORDER BY k."createdAt" DESC, k."id" DESC LIMIT "most";
END $$;

-- Fails if a commit is not complete yet, which the caller must try again. It rarely is: recordings of this moment are awaited.
CREATE OR REPLACE FUNCTION "clicksOfBatches"("links" int[], "from" timestamptz[], "to" timestamptz[], "batches" bigint[], "expected" bigint)
RETURNS SETOF "Click" LANGUAGE plpgsql AS $$
DECLARE
  "found" bigint;
  -- They tell which shards and months to read.
  "first" timestamptz := (SELECT min(t) FROM unnest("from") t);
  "last" timestamptz := (SELECT max(t) FROM unnest("to") t);
BEGIN
  IF "links" IS NULL THEN RETURN; END IF;
  PERFORM "awaitRecordings"();
  RETURN QUERY SELECT k.* FROM unnest("links", "from", "to") s("link", "from", "to")
    JOIN "Click" k ON k."linkId" = s."link" AND k."createdAt" BETWEEN s."from" AND s."to"
    WHERE k."batch" = ANY("batches") AND k."linkId" = ANY("links") AND k."createdAt" BETWEEN "first" AND "last";
  GET DIAGNOSTICS "found" = ROW_COUNT;
  IF "found" <> "expected" THEN
    RAISE EXCEPTION '% of % pending clicks are visible', "found", "expected" USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- Waits for the transactions that write clicks now. They release their locks after the other servers have committed.
CREATE OR REPLACE FUNCTION "awaitRecordings"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "running" text[] := ARRAY(
    SELECT l.virtualtransaction FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.relation = '"Click"'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted AND l.pid <> pg_backend_pid());
BEGIN
  WHILE EXISTS (SELECT FROM pg_locks l WHERE l.virtualtransaction = ANY("running")) LOOP
    PERFORM pg_sleep(0.002);
  END LOOP;
END $$;
`;
