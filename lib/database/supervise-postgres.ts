import { setTimeout as sleep } from "node:timers/promises";
import { issues } from "../config/issues";
import { log } from "../config/log";
import { errorText } from "../core/errors";
import { RestartBackoff } from "../core/restart-backoff";
import { sentence } from "../texts/sentence";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { isProcessRunning } from "./own-process";
import { trimPostgresLog } from "./postgres-log";

const checkMs = 500;
/**
 * After this many consecutive failed starts an issue is raised: the cause does not resolve itself.
 */
const failuresOfAnIssue = 5;

/**
 * Restarts the embedded Postgres on the same port if it dies. Meanwhile cached links keep
 * redirecting, and clicks wait in the journal.
 */
export async function superviseEmbeddedPostgres(
  dataDir: string,
  maxConnections: number,
): Promise<EmbeddedPostgres> {
  let postgres = await startEmbeddedPostgres(dataDir, { maxConnections });
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

  const watch = async () => {
    while (!signal.aborted) {
      await rest(checkMs);
      trimPostgresLog(postgres.folder);
      if (signal.aborted || isProcessRunning(postgres.process)) continue;
      log().error("the embedded Postgres exited; restarting it");
      const restarted = await restart();
      if (restarted) postgres = restarted;
    }
  };

  const restart = async (): Promise<EmbeddedPostgres | null> => {
    const backoff = new RestartBackoff();
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const restarted = await startEmbeddedPostgres(dataDir, {
          maxConnections,
          port: postgres.port,
        });
        log().info("the embedded Postgres is running again");
        issues().clear("embedded-postgres");
        return restarted;
      } catch (error) {
        const reason = errorText(error);
        const pauseMs = backoff.pauseAfter(0);
        log().error({ reason, pauseMs }, "the embedded Postgres could not be restarted");
        if (failures >= failuresOfAnIssue) {
          issues().raise({
            name: "embedded-postgres",
            text: sentence("postgresExited"),
            advice: sentence("postgresLog"),
          });
        }
        await rest(pauseMs);
      }
    }
    return null;
  };

  const watching = watch();
  return {
    ...postgres,
    stop: async () => {
      stopping.abort();
      await watching;
      await postgres.stop();
    },
  };
}
