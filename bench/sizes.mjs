import { pathToFileURL } from "node:url";
import { bundle } from "../scripts/build.mjs";
import { setup } from "../scripts/setup.mjs";
import { makeDataFolder } from "./servers.mjs";

/*
 * Fills a database as an installation has it after two years, with seven clicks on each link, and
 * measures what lists, searches and reports take. `npm run bench:sizes -- 1000000` fills that many
 * links, 100,000 by default. BENCH_DATA names a folder to keep it in; DATABASE_URL another Postgres,
 * which is filled if it has no links. A second argument is a pattern for what is measured.
 */

setup({ build: false, development: true });
bundle(["bench/sizes.ts"]);
/** @type {typeof import("./sizes")} */
const { measure, open } = await import(pathToFileURL("dist/bench/sizes.js").href);

const { BENCH_DATA, DATABASE_URL } = process.env;
const data = makeDataFolder(BENCH_DATA);
const close = await open(data.folder, Number(process.argv[2] ?? 100_000), DATABASE_URL);
try {
  console.table(await measure(new RegExp(process.argv[3] ?? "")));
} finally {
  await close();
  if (!BENCH_DATA) data.remove();
}
