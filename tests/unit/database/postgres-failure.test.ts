import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { explainStart } from "@/lib/database/postgres-failure";
import { temporaryFolder } from "../support/temporary-folder";

const place = { cluster: "/data/postgres/data", user: "postgres" };

function reasonOf(text: string): string {
  const logFile = join(temporaryFolder(), "postgres.log");
  writeFileSync(logFile, `2026-05-20 12:00:00 UTC FATAL:  ${text}\n`);
  return explainStart(new Error("pg_ctl failed"), { logFile, from: 0, place }).reason;
}

it.each([
  "could not locate a valid checkpoint record",
  "could not find redo location referenced by checkpoint record",
  `could not open file "global/pg_filenode.map": No such file or directory`,
  `could not open file "pg_wal/000000010000000000000001": No such file or directory`,
  `could not open directory "pg_xact": No such file or directory`,
  `could not open file "/data/postgres/data/postgresql.conf": No such file or directory`,
  "could not access status of transaction 1042",
  `"base/5" is not a valid data directory`,
  `invalid page in block 3 of relation base/5/1259`,
])("says that files are torn: %s", (text) => {
  expect(reasonOf(text)).toContain("Files of the database are missing or of different moments");
});

it.each([
  `could not access file "pg_stat_statements": No such file or directory`,
  `could not load library "/usr/lib/citus.so": undefined symbol`,
  `database "slugline" does not exist`,
  `role "slugline" does not exist`,
  `could not open log file "/var/log/postgres.log": No such file or directory`,
  `could not load server certificate file "server.crt": No such file or directory`,
  "unexpected argument for WAL level",
])("says no more than Postgres where the folder is not the cause: %s", (text) => {
  expect(reasonOf(text)).toBe(text);
});
