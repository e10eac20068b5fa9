import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EarlierAnswers, expectEarlierAnswers, withClient } from "./earlier-answers";
import { createOwnService } from "./own-service";

/**
 * A database as version 1.0.0 left it, written by its pg_dump: the schema, what its service stored,
 * and what it answered then.
 */
const folder = "tests/support/release-1.0.0";
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const answers = JSON.parse(textOf("answers.json")) as EarlierAnswers & { askedAt: string };

/** Makes an empty database one of 1.0.0. */
export function fillAsRelease(url: string): Promise<void> {
  return runFiles(url, [textOf("schema.sql"), textOf("data.sql")]);
}

/** Stores the same rows once more, as 1.0.0 would: into tables that a newer version has changed. */
export async function fillAgainAsRelease(url: string): Promise<void> {
  const migrations = '"_prisma_migrations"';
  const tables = [...textOf("schema.sql").matchAll(/^CREATE TABLE public\.(\S+)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== migrations);
  const rows = textOf("data.sql").replaceAll(
    /^INSERT INTO public\._prisma_migrations VALUES[\s\S]*?;\n/gm,
    "",
  );
  // Tables of the newer version may belong to these.
  const emptied = `TRUNCATE ${tables.map((name) => `public.${name}`).join(", ")} CASCADE`;
  await runFiles(url, [emptied, rows]);
}

function runFiles(url: string, files: readonly string[]): Promise<void> {
  return withClient(url, async (client) => {
    for (const file of files) await client.query(file);
  });
}

/** Everything reads as it did in 1.0.0. */
export async function expectAnswersOfRelease(url: string): Promise<void> {
  const service = createOwnService(url, { BASE_URL: "https://go.example.com" });
  try {
    await expectEarlierAnswers(answers, new Date(answers.askedAt));
  } finally {
    await service.stop();
  }
}

const partsOfSchema = `
  SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) AS part
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT 'function ' || p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
  UNION ALL SELECT 'unique ' || pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indisunique AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  UNION ALL SELECT 'value ' || t.typname || '.' || e.enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid`;

/** What statements of a version may name: columns, functions but those of triggers, unique indexes, values. */
export async function readSchema(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) => client.query<{ part: string }>(partsOfSchema));
  return rows.map(({ part }) => part).sort();
}

/** What a build says of itself: a release, or past one its distance and commit. */
export const builtVersion = /^\d+\.\d+\.\d+(?:-dev\.\d+\+[\da-f]+)?$/;
