import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter, type SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

/** Prisma's schema engine as WebAssembly: no binary is downloaded. The package's own entry needs a bundler, hence the wiring. */
export async function startSchemaEngine(url: string): Promise<engineModule.SchemaEngine> {
  const file = createRequire(import.meta.url)
    .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
    .replace(/\.js$/, ".wasm");
  const imports = { "./schema_engine_bg.js": engineModule as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(await readFile(file), imports);
  engineModule.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return engineModule.SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adaptersFor(url)));
}

/**
 * `PrismaPg` with three faults mended that only migrations meet (7.10.0): it cuts scripts at every semicolon and runs the
 * pieces one by one, so functions break and nothing rolls back; it makes its scratch database but then connects to the
 * real one, because a connection string outweighs the name; and it refuses the catalogues' type "char".
 */
function adaptersFor(url: string): SqlMigrationAwareDriverAdapterFactory {
  const connect = async (to: string): Promise<SqlDriverAdapter> => {
    const pool = new CataloguePool({ connectionString: to, max: 2 });
    const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
    // Several statements in one simple query are one transaction (PostgreSQL documentation, 54.2.2.1).
    adapter.executeScript = async (script) => void (await pool.query(script));
    return adapter;
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(url),
    connectToShadowDb: async () => {
      const name = `slugline_scratch_${randomUUID()}`;
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      await admin.query(`CREATE DATABASE "${name}"`);
      const scratchUrl = new URL(url);
      scratchUrl.pathname = `/${name}`;
      const adapter = await connect(scratchUrl.href);
      const dispose = adapter.dispose.bind(adapter);
      adapter.dispose = async () => {
        await dispose();
        await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`);
        await admin.end();
      };
      return adapter;
    },
  };
}

/** Reports columns of type "char" (OID 18) as text (OID 25), which they are to every reader. */
class CataloguePool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; Prisma's adapter uses the one with a promise.
  override async query(...parameters: any[]): Promise<any> {
    const result: pg.QueryResult = await (super.query as (...parameters: unknown[]) => Promise<pg.QueryResult>)(...parameters);
    for (const field of result.fields ?? []) if (field.dataTypeID === 18) field.dataTypeID = 25;
    return result;
  }
}
