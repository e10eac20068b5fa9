import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/*
 * Writes the Prisma client, as `prisma generate` does. Prisma's program brings a studio, a Postgres
 * of its own and drivers of other databases, 190 MB, which `npm start` need not install.
 */

// Their ES modules import files that are not there.
const require = createRequire(import.meta.url);
/** @type {typeof import("@prisma/client-generator-ts")} */
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
/** @type {typeof import("@prisma/internals")} */
const internals = require("@prisma/internals");

const schemaPath = resolve("prisma/schema.prisma");
const datamodel = /** @type {[string, string][]} */ ([
  [schemaPath, await readFile(schemaPath, "utf8")],
]);
const { generators, datasources } = await internals.getConfig({ datamodel });
const [generator] = generators;
if (!generator?.output?.value) throw new Error(`${schemaPath} has no generator with an output.`);
const output = resolve("prisma", generator.output.value);
const dmmf = await internals.getDMMF({ datamodel });

rmSync(output, { recursive: true, force: true });
const client = new PrismaClientTsGenerator();
const { requiresEngineVersion } = await client.getManifest(generator);
await client.generate({
  generator: { ...generator, output: { fromEnvVar: null, value: output } },
  otherGenerators: [],
  schemaPath,
  dmmf,
  datasources,
  datamodel: datamodel[0]?.[1] ?? "",
  version: requiresEngineVersion?.split(".").at(-1) ?? "",
});
