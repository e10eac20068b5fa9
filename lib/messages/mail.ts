import type { Transporter } from "nodemailer";
import type { Env } from "../config/env";
import { cleanText } from "../core/clean-text";
import { isLoopback } from "../core/destination";
import { sentence } from "../texts/sentence";
import { type Attempt, failedAttempt } from "./attempt";
import { isTlsFailure, type MailSecurity, securities } from "./mail-security";

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

/** What a look at the mail server finds. `reason`: why its connections are less than verified. */
export interface MailServerState {
  security: MailSecurity;
  reason: string | null;
}

/** Sends mail through the server at SMTP_URL. It connects for each mail, when there is one. */
export class Mailer {
  private readonly transports = new Map<MailSecurity, Promise<Transporter>>();

  constructor(
    readonly config: Env,
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
      const message = { ...this.messageOf(mail), signal };
      const { result } = await this.connect((transport) => transport.sendMail(message));
      const { response = "" } = result;
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
        ? sentence("mailServerTooSlow", { seconds: this.mailLimitMs / 1_000 })
        : sentence("asIs", { text: cleanText(message, 300) ?? "unknown" });
      return failedAttempt(reason, {
        status,
        durationMs: durationMs(),
      });
    }
  }

  /** Connects and signs in, and sends nothing. Throws what keeps it from that. */
  async examine(): Promise<MailServerState> {
    const { security, reason } = await this.connect((transport) => transport.verify());
    return { security, reason };
  }

  /**
   * Does `work` over a verified connection. Where nothing needs one, encryption is an extra: if it
   * cannot be verified or does not come about, mail is sent all the same, as over a server that
   * offers none.
   */
  private async connect<T>(
    work: (transport: Transporter) => Promise<T>,
  ): Promise<MailServerState & { result: T }> {
    const { protocol, username } = new URL(this.config.SMTP_URL ?? "");
    const isNeeded = protocol === "smtps:" || username !== "";
    let reason: string | null = null;
    for (const security of securities) {
      try {
        return { result: await work(await this.transport(security)), security, reason };
      } catch (error) {
        if (isNeeded || security === "none" || !isTlsFailure(error)) throw error;
        reason ??= cleanText((error as Error).message, 200);
      }
    }
    throw new Error("unreachable");
  }

  private transport(security: MailSecurity): Promise<Transporter> {
    const known = this.transports.get(security) ?? this.open(security);
    this.transports.set(security, known);
    return known;
  }

  /** The library is loaded only where mail is sent. */
  private async open(security: MailSecurity): Promise<Transporter> {
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
      opportunisticTLS: user === "",
      ignoreTLS: security === "none",
      tls: { rejectUnauthorized: security === "verified" },
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
