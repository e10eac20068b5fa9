import { migrate } from "../lib/database/migrate";
import { english } from "../lib/texts/say";
import { runOnDatabase } from "./run-on-database";

/* `npm run db:migrate` */
await runOnDatabase(async (url) => {
  const applied = await migrate(url, {
    reportSlow: (migration) => console.error(english("migrating", migration)),
  });
  return applied.length === 0
    ? english("migratedBefore")
    : english("migratedNow", { names: applied.join("\n  ") });
});
