import { once } from "node:events";
import { isIP, type LookupFunction, connect as openSocket, type Socket } from "node:net";
import type { Transporter } from "nodemailer";
import type { Addresses } from "../config/env";
import type { SettingsInEffect } from "../config/site-settings";
import { cleanText } from "../core/clean-text";
import { unlessAborted } from "../core/deadline";
import { isLoopback } from "../core/destination";
import { isNamed, SluglineError } from "../core/errors";
import { withoutBrackets } from "../core/hosts";
import { lookupOf } from "../previews/guarded-fetch";
import { type ScrapeError, toScrapeError } from "../previews/scrape-error";
import { vetUrl } from "../previews/scrape-policy";
import { mailAddress, mailPort } from "../previews/server-policy";
import { sentence } from "../texts/sentence";
import { type Attempt, failedAttempt } from "./attempt";
import { isTlsFailure, type MailSecurity, securities } from "./mail-security";
import { type MailSettings, mailSettings } from "./mail-settings";

/** Of silence. */
const limitMs = 8_000;
/** One address of several, before the next. */
const addressMs = 2_000;
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
interface MailServerState {
  security: MailSecurity;
  reason: string | null;
}

/** Sends mail through the server of the settings. It connects for each mail, when there is one. */
export class Mailer {
  constructor(
    private readonly settings: SettingsInEffect,
    private readonly mailLimitMs = mailMs,
  ) {}

  /** What links in mails begin with, and the host that mails are about. */
  get addresses(): Addresses {
    return this.settings.config;
  }

  get isConfigured(): boolean {
    return mailSettings(this.settings) !== null;
  }

  /** Never throws. */
  async send(mail: Mail): Promise<Attempt> {
    const from = performance.now();
    const durationMs = () => Math.round(performance.now() - from);
    const signal = AbortSignal.timeout(this.mailLimitMs);
    const settings = mailSettings(this.settings);
    if (settings === null) return failedAttempt(sentence("mailServerMissing"));
    try {
      const message = this.messageOf(mail, settings);
      const { result } = await connect(settings, signal, (to) => to.sendMail(message));
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
        ? sentence("checkMailSlow", {
            seconds: { amount: this.mailLimitMs / 1_000, unit: "second" },
          })
        : isNamed<ScrapeError>(error, "ScrapeError")
          ? toScrapeError(error).sentence
          : sentence("asIs", { text: cleanText(message, 300) ?? "unknown" });
      return failedAttempt(reason, {
        status,
        durationMs: durationMs(),
      });
    }
  }

  /** Connects and signs in, and sends nothing. Throws what keeps it from that, an abort included. */
  async examine(signal: AbortSignal): Promise<MailServerState> {
    const settings = mailSettings(this.settings);
    if (settings === null) throw new SluglineError("forbidden", "mailServerMissing");
    const { security, reason } = await connect(settings, signal, (to) => to.verify());
    return { security, reason };
  }

  private messageOf({ id, unsubscribeUrl, ...mail }: Mail, { from }: MailSettings) {
    const { DASHBOARD_ORIGIN } = this.settings.config;
    return {
      ...mail,
      from,
      messageId: `<${id}@${new URL(DASHBOARD_ORIGIN).hostname}>`,
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(unsubscribeUrl ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
      },
      ...(unsubscribeUrl ? { list: { unsubscribe: `${unsubscribeUrl}/one-click` } } : {}),
    };
  }
}

/**
 * Does `work` over a verified connection. Where nothing needs one, encryption is an extra: if it
 * cannot be verified or does not come about, mail is sent all the same, as over a server that
 * offers none.
 */
async function connect<T>(
  settings: MailSettings,
  signal: AbortSignal,
  work: (transport: Transporter) => Promise<T>,
): Promise<MailServerState & { result: T }> {
  const isNeeded = settings.server.protocol === "smtps:" || settings.user !== "";
  let reason: string | null = null;
  for (const security of securities) {
    try {
      const transport = await openTransport(settings, security, signal);
      return { result: await unlessAborted(work(transport), signal), security, reason };
    } catch (error) {
      signal.throwIfAborted();
      if (isNeeded || security === "none" || !isTlsFailure(error)) throw error;
      reason ??= cleanText((error as Error).message, 200);
    }
  }
  throw new Error("unreachable");
}

/** The library is loaded only where mail is sent. It would look up the host of its own connection twice. */
async function openTransport(
  { server, user, password, policy }: MailSettings,
  security: MailSecurity,
  signal: AbortSignal,
): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const name = withoutBrackets(server.hostname);
  const secure = server.protocol === "smtps:";
  const port = mailPort(server);
  const lookup = policy ? lookupOf(await vetUrl(mailAddress(server), policy, signal)) : undefined;
  signal.throwIfAborted();
  const connection = await openConnection({ host: name, port, lookup }, signal);
  return createTransport({
    host: name,
    port,
    secure,
    connection,
    // A password is never sent in the clear over a network.
    requireTLS: user !== "" && !isLoopback(name),
    opportunisticTLS: user === "",
    ignoreTLS: security === "none",
    tls: {
      rejectUnauthorized: security === "verified",
      ...(isIP(name) ? {} : { servername: name }),
    },
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The limits of the library are of silence, so `signal` closes it, whatever the server says until then. */
async function openConnection(
  to: { host: string; port: number; lookup: LookupFunction | undefined },
  signal: AbortSignal,
): Promise<Socket> {
  const socket = openSocket({ ...to, autoSelectFamilyAttemptTimeout: addressMs });
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
  const limit = setTimeout(() => socket.destroy(new Error("Connection timeout")), limitMs);
  try {
    await unlessAborted(once(socket, "connect"), signal);
    // The library listens a moment later, and what fails until then would end the process.
    return socket.on("error", () => {});
  } catch (error) {
    // Of several addresses, each has an error.
    const { errors: [first = error] = [] } = error as Partial<AggregateError>;
    throw first;
  } finally {
    clearTimeout(limit);
  }
}
