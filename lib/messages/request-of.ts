import type { Addresses } from "../config/env";
import { shortUrlOf } from "../core/slug";
import { isLanguage, type Language } from "../texts/languages";
import { inEnglish } from "../texts/say";
import { textsIn } from "../texts/translate";
import { chatRequests } from "./chat-requests";
import type { ReceiverKind } from "./events";
import type { Mail } from "./mail";
import { mailText } from "./mail-text";
import { mailboxOf } from "./mailbox";
import { sentenceOf } from "./sentence";
import { signedHeaders } from "./standard-webhooks";

/** What a request is made of. */
export interface Message {
  messageId: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
  /** That whoever made the receiver had chosen. */
  language: string | null;
  /** Where this service is, which the database does not know. */
  at: Addresses;
}

interface Target {
  kind: string;
  url: string;
  secret: string;
}

/** A request that can be sent. */
export interface MessageRequest {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string;
}

/** `now`: when it is sent. The body is the same in each try. */
export function requestOf(message: Message, target: Target, now: Date): MessageRequest {
  const kind = target.kind as Exclude<ReceiverKind, "email">;
  const headers = { "Content-Type": "application/json" };
  if (kind === "webhook") {
    const body = webhookBody(message);
    const timestamp = Math.floor(now.getTime() / 1_000);
    const signed = signedHeaders({ id: message.messageId, timestamp, body }, target.secret);
    return { method: "POST", address: target.url, headers: { ...headers, ...signed }, body };
  }
  const { method = "POST", address, headers: own, body } = chatRequest(message, kind, target.url);
  return { method, address, headers: { ...headers, ...own }, body: JSON.stringify(body) };
}

/** The mail of a message to an `address` such as `mailto:mara@example.com`. */
export function mailOf(message: Message, address: string, unsubscribeUrl: string): Mail {
  const { messageId } = message;
  const text = textOf(message);
  return {
    id: messageId,
    to: mailboxOf(address),
    unsubscribeUrl,
    ...mailText({
      text,
      pageUrl: pageOf(message),
      unsubscribeUrl,
      language: languageOf(message),
    }),
  };
}

/** What the log shows: the body of the request, or the sentence of a mail. */
export function bodyOf(message: Message, kind: ReceiverKind, url: string): string {
  if (kind === "webhook") return webhookBody(message);
  if (kind === "email") return textOf(message);
  return JSON.stringify(chatRequest(message, kind, url).body);
}

function webhookBody(message: Message): string {
  const { type, createdAt } = message;
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: complete(message) });
}

function chatRequest(
  message: Message,
  kind: Exclude<ReceiverKind, "webhook" | "email">,
  url: string,
) {
  const { messageId: id } = message;
  const open = textsIn(languageOf(message), "mail")("open");
  return chatRequests[kind]({ id, text: textOf(message), pageUrl: pageOf(message), open }, url);
}

function textOf(message: Message): string {
  const { type, data, createdAt } = message;
  return sentenceOf(type, data, createdAt, languageOf(message));
}

const languageOf = ({ language }: Message): Language => (isLanguage(language) ? language : "en");

function complete(message: Message): Record<string, unknown> {
  const { type, data, at } = message;
  const { slug, reason } = data;
  const said = typeof reason === "string" ? { ...data, reason: inEnglish(reason) } : data;
  if (typeof slug !== "string") return said;
  const page = type === "link.deleted" ? {} : { dashboardUrl: pageOf(message) };
  return { ...said, shortUrl: shortUrlOf(slug, at.BASE_URL), ...page };
}

/** The page of the dashboard that shows what a message is about. */
function pageOf({ type, data: { slug }, at }: Message): string {
  const ofLink = typeof slug === "string" && type !== "link.deleted";
  return `${at.DASHBOARD_ORIGIN}/dashboard/${ofLink ? `links/${slug}` : "overview"}`;
}
