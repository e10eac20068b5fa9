import { defineConfig } from "prisma/config";

// The CLI looks for a schema engine binary even for `generate`, which never runs it, and would
// download one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
