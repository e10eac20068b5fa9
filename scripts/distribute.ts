import { formatNumber } from "../lib/core/format";
import { type Distribution, defaultShards, distribute } from "../lib/database/distribute";
import { english } from "../lib/texts/say";
import { requireArguments } from "./commands.mjs";
import { runOnDatabase } from "./run-on-database";

/* `npm run db:distribute` */
const { options } = requireArguments("distribute");
const isDry = options["dry-run"] === true;
const shards = Number(options.shards ?? defaultShards);
if (!Number.isInteger(shards) || shards < 1) {
  console.error(english("shardsAtLeastOne"));
  process.exitCode = 1;
} else {
  await runOnDatabase(async (url) => textOf(await distribute(url, { shards, isDry })), {
    isExisting: true,
  });
}

function textOf({ shards: count, servers, clicks, bytes, wasDistributed }: Distribution): string {
  const what = english("distributedClicks", {
    clicks: formatNumber(clicks, "en"),
    size: formatNumber(Math.ceil(bytes / 1_000_000), "en"),
  });
  const where = english("distributedShards", { number: count, servers: servers.join(", ") });
  if (isDry)
    return wasDistributed
      ? english("alreadyDistributed", { clicks: what, shards: where })
      : english("wouldDistribute", { clicks: what, shards: where });
  if (wasDistributed) return english("distributedAgain", { clicks: what, shards: where });
  return english("distributedNow", { clicks: what, shards: where });
}
