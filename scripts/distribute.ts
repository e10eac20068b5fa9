import { formatNumber } from "../lib/core/format";
import { type Distribution, defaultShards, distribute } from "../lib/database/distribute";
import { requireArguments } from "./commands.mjs";
import { runOnDatabase } from "./run-on-database";

/* `npm run db:distribute` */
const { options } = requireArguments("distribute");
const isDry = options["dry-run"] === true;
const shards = Number(options.shards ?? defaultShards);
if (!Number.isInteger(shards) || shards < 1) {
  console.error("--shards must be a whole number from 1.");
  process.exitCode = 1;
} else {
  await runOnDatabase(async (url) => textOf(await distribute(url, { shards, isDry })), {
    isExisting: true,
  });
}

function textOf({ shards: count, servers, clicks, bytes, wasDistributed }: Distribution): string {
  const what = `${formatNumber(clicks, "en")} clicks (${formatNumber(Math.ceil(bytes / 1_000_000), "en")} MB)`;
  const where = `${count} shards on ${servers.join(", ")}`;
  if (isDry)
    return wasDistributed
      ? `Already distributed: ${what} in ${where}.`
      : `Would distribute ${what} to ${where}. Nothing was changed.`;
  if (wasDistributed)
    return `Already distributed: ${what} in ${where}. Renewed the functions that read them.`;
  return `Distributed ${what} to ${where}. Restart every instance that is not ROLE=redirects.`;
}
