import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseUrl } from "../database/client";
import { withDeadline } from "../database/deadline";
import { log } from "../log";
import { ProcessWide } from "../process-wide";
import { linkCache } from "./link-cache";

/** A connection that is cut may say nothing: it is asked this often, and given up when it does not answer in time. */
const heartbeatMs = 400;
const answerLimitMs = 400;
const retryMs = 250;

/**
 * Listens for changes of links on a connection of its own and forgets what changed, until `stop` is called. While the
 * connection is lost everything in memory counts as stale, so that a change acts within a second in any case.
 */
class LinkChanges {
  private stopped = false;
  private client: pg.Client | null = null;

  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.listen();
      } catch (error) {
        if (!this.stopped) log().warn({ reason: (error as Error).message }, "lost the connection that tells of changed links");
      }
      linkCache().stoppedListening();
      if (!this.stopped) await sleep(retryMs);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => {});
  }

  /** Throws when the connection is lost. */
  private async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), connectionTimeoutMillis: 2_000, keepAlive: true });
    this.client = client;
    const lost = new Promise<never>((_resolve, reject) => {
      client.on("error", reject);
      client.on("end", () => reject(new Error("the connection ended")));
    });
    lost.catch(() => {});
    client.on("notification", ({ payload }) => linkCache().forget(payload ?? ""));
    try {
      await client.connect();
      await client.query("LISTEN slugline_link");
      linkCache().startedListening();
      while (!this.stopped) {
        await Promise.race([sleep(heartbeatMs), lost]);
        await Promise.race([withDeadline(client.query("SELECT 1"), answerLimitMs), lost]);
      }
    } finally {
      void client.end().catch(() => {});
    }
  }
}

const changes = new ProcessWide("link-changes", () => {
  const listener = new LinkChanges();
  void listener.run();
  return listener;
});

/** Starts listening, once per process. */
export function followLinkChanges(): void {
  changes.get();
}

export async function stopFollowingLinkChanges(): Promise<void> {
  await changes.peek()?.stop();
}
