import { log } from "./log";
import { ProcessWide } from "./process-wide";
import { dropOldSalts } from "./visits/daily-salt";

const hourMs = 3_600_000;

const timer = new ProcessWide("housekeeping", () => {
  keepHouse();
  return setInterval(keepHouse, hourMs).unref();
});

/** Starts what must happen now and every hour, also when nobody visits: yesterday's salt goes. Once per process. */
export function startHousekeeping(): void {
  timer.get();
}

function keepHouse(): void {
  dropOldSalts(new Date()).catch((error: Error) => log().warn({ error: error.message }, "old salts could not be deleted; trying again in an hour"));
}
