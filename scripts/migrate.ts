import { migrate } from "../lib/database/migrate";
import { runOnDatabase } from "./run-on-database";

/* `npm run db:migrate` */
await runOnDatabase(async (url) => {
  const applied = await migrate(url);
  return applied.length === 0
    ? "The database is up to date."
    : `Applied:\n  ${applied.join("\n  ")}`;
});
