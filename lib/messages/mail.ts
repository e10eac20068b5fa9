import type { Transporter } from "nodemailer";
import type { Env } from "../config/env";
import { cleanText } from "../core/clean-text";
import { isLoopback } from "../core/destination";
import { type Attempt, failedAttempt } from "./attempt";

/** Of silence. */
const limitMs = 8_000;
/** Of a whole mail, also from a server that says a little now and then: less than a claim lasts. */
const mailMs = 20_000;

export interface Mail {
  /** The same in each try, so that a mailbox can drop repetitions. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A page where whoever got it can end it. */
  unsubscribeUrl?: string;
}

/** Sends mail through the server at SMTP_URL. It connects for each mail, when there is one. */
export class Mailer {
  private transport: Promise<Transporter> | null = null;

  constructor(
    private readonly config: Env,
    private readonly mailLimitMs = mailMs,
  ) {}

  get isConfigured(): boolean {
    return this.config.SMTP_URL !== undefined;
  }

  /** Never throws. */
  async send(mail: Mail): Promise<Attempt> {
    const from = performance.now();
    const durationMs = () => Math.round(performance.now() - from);
    const signal = AbortSignal.timeout(this.mailLimitMs);
    try {
      this.transport ??= this.open();
      const message = { ...this.messageOf(mail), signal };
      const { response = "" } = await (await this.transport).sendMail(message);
      return {
        isAccepted: true,
        isGone: false,
        status: Number.parseInt(response, 10) || null,
        durationMs: durationMs(),
        response: cleanText(response, 500),
        error: null,
        retryAfterS: null,
      };
    } catch (error) {
      const { responseCode: status = null, message } = error as Error & { responseCode?: number };
      const reason = signal.aborted
        ? `The mail server took longer than ${this.mailLimitMs / 1_000} s.`
        : message;
      return failedAttempt(cleanText(reason, 300) ?? "unknown", {
        status,
        durationMs: durationMs(),
      });
    }
  }

  /** The library is loaded only where mail is sent. */
  private async open(): Promise<Transporter> {
    const url = new URL(this.config.SMTP_URL ?? "");
    const { createTransport } = await import("nodemailer");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const secure = url.protocol === "smtps:";
    const user = decodeURIComponent(url.username);
    return createTransport({
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      // A password is never sent in the clear over a network.
      requireTLS: user !== "" && !isLoopback(host),
      ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  private messageOf({ id, unsubscribeUrl, ...mail }: Mail) {
    const { MAIL_FROM = "", DASHBOARD_ORIGIN } = this.config;
    return {
      ...mail,
      from: MAIL_FROM,
      messageId: `<${id}@${new URL(DASHBOARD_ORIGIN).hostname}>`,
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(unsubscribeUrl ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
      },
      ...(unsubscribeUrl ? { list: { unsubscribe: `${unsubscribeUrl}/one-click` } } : {}),
    };
  }
}
