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
  /** One question at a time on that connection. */
  private turn: Promise<unknown> = Promise.resolve();
  private giveUp: (error: Error) => void = () => {};

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

  /** Postgres tells a connection of everything committed before its question before it answers that question. */
  async heard(): Promise<void> {
    const { client, giveUp } = this;
    if (client === null) return;
    try {
      await withDeadline(this.ask(client), answerLimitMs);
    } catch (error) {
      linkCache().stoppedListening();
      giveUp(error as Error);
    }
  }

  private ask(client: pg.Client): Promise<unknown> {
    const answer = this.turn.then(() => client.query("SELECT 1"));
    this.turn = answer.catch(() => {});
    return answer;
  }

  /** Throws when the connection is lost. */
  private async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), connectionTimeoutMillis: 2_000, keepAlive: true });
    const lost = new Promise<never>((_resolve, reject) => {
      this.giveUp = reject;
      client.on("error", reject);
      client.on("end", () => reject(new Error("the connection ended")));
    });
    lost.catch(() => {});
    client.on("notification", ({ payload }) => linkCache().forget(payload ?? ""));
    try {
      await client.connect();
      await client.query("LISTEN slugline_link");
      linkCache().startedListening();
      this.client = client;
      this.turn = Promise.resolve();
      while (!this.stopped) {
        await Promise.race([sleep(heartbeatMs), lost]);
        await Promise.race([withDeadline(this.ask(client), answerLimitMs), lost]);
      }
    } finally {
      this.client = null;
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

/** Resolves when every change that was committed before acts here: it was heard of, or all that is in memory counts as stale. */
export async function linkChangesHeard(): Promise<void> {
  await changes.peek()?.heard();
}
