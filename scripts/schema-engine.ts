import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

/**
 * Runs `work` with Prisma's schema engine on the database at `url`, then closes all connections.
 */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: engineModule.SchemaEngine) => Promise<T>,
): Promise<T> {
  const panic = panicOf(await loadEngine());
  const pools: pg.Pool[] = [];
  const adapters = bindMigrationAwareSqlAdapterFactory(adaptersFor(url, pools));
  try {
    const engine = await engineModule.SchemaEngine.new(
      { datamodels: undefined },
      () => {},
      adapters,
    );
    const result = await Promise.race([work(engine), panic]);
    engine.free();
    return result;
  } finally {
    // Freeing the engine does not dispose of its adapters.
    await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
  }
}

interface PanicRegistry {
  set_message: (message: string) => void;
}

/**
 * Loads the WebAssembly engine, which needs no binary download. The package's own entry needs a
 * bundler, so it is instantiated here.
 */
async function loadEngine(): Promise<PanicRegistry> {
  const registry: PanicRegistry = { set_message: () => {} };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry });
  const file = createRequire(import.meta.url)
    .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
    .replace(/\.js$/, ".wasm");
  const imports = { "./schema_engine_bg.js": engineModule as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(await readFile(file), imports);
  engineModule.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return registry;
}

/** A panic in the engine is reported only to the registry and leaves its promise pending. */
function panicOf(registry: PanicRegistry): Promise<never> {
  const panic = new Promise<never>((_resolve, reject) => {
    registry.set_message = (message) => reject(new Error(`The schema engine failed: ${message}`));
  });
  panic.catch(() => {});
  return panic;
}

/**
 * `PrismaPg` with workarounds for three bugs that affect only migrations (7.10.0). It splits
 * scripts at every semicolon and runs the parts separately, so functions break and nothing rolls
 * back. It creates its scratch database but then connects to the real one, because a connection
 * string overrides the name. It rejects the catalogues' type "char".
 */
function adaptersFor(url: string, pools: pg.Pool[]): SqlMigrationAwareDriverAdapterFactory {
  const connect = async (to: string): Promise<SqlDriverAdapter> => {
    const pool = new CataloguePool({ connectionString: to, max: 2 });
    // An idle connection may end; the next query opens another one.
    pool.on("error", () => {});
    pools.push(pool);
    const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
    adapter.queryRaw = pool.markingCharacters(adapter.queryRaw.bind(adapter));
    // Several statements in one simple query are one transaction (PostgreSQL documentation,
    // 54.2.2.1).
    adapter.executeScript = async (script) => {
      await pool.query(script).catch((error: pg.DatabaseError) => {
        throw new DriverAdapterError(postgresError(error));
      });
    };
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

/**
 * Converts a server error to the format of Prisma's adapters, so that the engine reports its
 * reason.
 */
function postgresError({ message, code, severity, detail, column, hint }: pg.DatabaseError) {
  return {
    kind: "postgres" as const,
    code: code ?? "XX000",
    severity: severity ?? "ERROR",
    message,
    detail,
    column,
    hint,
  };
}

type QueryRaw = SqlDriverAdapter["queryRaw"];

/**
 * `PrismaPg` does not know columns of type "char" (OID 18). They are reported as text (OID 25) and
 * converted to characters afterwards.
 */
class CataloguePool extends pg.Pool {
  private readonly characters = new Set<string>();

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; Prisma's adapter uses the one with a promise.
  override async query(...parameters: any[]): Promise<any> {
    const result: pg.QueryResult = await (
      super.query as (...parameters: unknown[]) => Promise<pg.QueryResult>
    )(...parameters);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== 18) continue;
      field.dataTypeID = 25;
      this.characters.add(field.name);
    }
    return result;
  }

  markingCharacters(queryRaw: QueryRaw): QueryRaw {
    return async (query) => {
      const { columnNames, columnTypes, ...rest } = await queryRaw(query);
      const marked = columnTypes.map((type, index) =>
        this.characters.has(columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
      );
      return { ...rest, columnNames, columnTypes: marked };
    };
  }
}
