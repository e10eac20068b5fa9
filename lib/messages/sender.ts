import type { Base } from "../config/base";
import { cutText } from "../core/clean-text";
import { errorText } from "../core/errors";
import { sentence } from "../texts/sentence";
import { type Attempt, failedAttempt } from "./attempt";
import { type Claim, claimDue, settle } from "./claims";
import type { Mailer } from "./mail";
import { postMessage } from "./post-message";
import { receiverPolicy } from "./receiver-address";
import { mailOf, requestOf } from "./request-of";
import { unsubscribeUrl } from "./unsubscribe";

/** Messages that one receiver gets at a time from all instances. A slow one occupies only these. */
const atOnce = 4;

/**
 * Sends due messages until it is stopped. What it is at is sent again by another process, once the
 * lease ends.
 */
export class Sender {
  private round: Promise<void> | null = null;
  private isStopped = false;

  constructor(
    private readonly base: Pick<Base, "log" | "config">,
    private readonly mailer: Mailer,
  ) {}

  /** Starts all tries that are due, and does not wait for them. */
  async start(): Promise<void> {
    this.round ??= this.claim().finally(() => {
      this.round = null;
    });
    return this.round;
  }

  stop(): void {
    this.isStopped = true;
  }

  private async claim(): Promise<void> {
    if (this.isStopped) return;
    for (const claim of await claimDue(atOnce)) void this.send(claim);
  }

  private async send(claim: Claim): Promise<void> {
    try {
      await settle(claim, await this.tryOnce(claim), Math.random());
    } catch (error) {
      // Without the database the result is lost, and the message is sent again.
      this.base.log.warn(
        { reason: (error as Error).message },
        "could not store what became of a message; it is sent again",
      );
    }
    // The receiver has room for the next one.
    await this.start().catch(() => {});
  }

  /** Never throws: what cannot be sent fails like any other try, and is not tried without end. */
  async tryOnce(claim: Claim): Promise<Attempt> {
    try {
      return await this.attempt(claim);
    } catch (error) {
      return failedAttempt(sentence("notSent", { problem: cutText(errorText(error), 300) }));
    }
  }

  private async attempt(claim: Claim): Promise<Attempt> {
    const { config } = this.base;
    const message = { ...claim, at: config };
    if (claim.kind !== "email")
      return postMessage(requestOf(message, claim, claim.now), receiverPolicy(config));
    if (!this.mailer.isConfigured) return failedAttempt(sentence("mailServerMissing"));
    const unsubscribe = await unsubscribeUrl(claim.receiverId, config.DASHBOARD_ORIGIN);
    return this.mailer.send(mailOf(message, claim.url, unsubscribe));
  }
}
