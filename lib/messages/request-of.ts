import { env } from "../config/env";
import { shortUrlOf } from "../links/link";
import { signedHeaders } from "./standard-webhooks";

/** What a request is made of. */
export interface Message {
  messageId: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

interface Target {
  url: string;
  secret: string;
}

/** `now`: when it is sent. The body is the same in each try. */
export function requestOf(message: Message, { url, secret }: Target, now: Date) {
  const body = bodyOf(message);
  const timestamp = Math.floor(now.getTime() / 1_000);
  const headers = {
    "Content-Type": "application/json",
    ...signedHeaders({ id: message.messageId, timestamp, body }, secret),
  };
  return { address: url, headers, body };
}

export function bodyOf({ type, createdAt, data }: Message): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: complete(type, data) });
}

/** The database does not know where the service is. */
function complete(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const { slug } = data;
  if (typeof slug !== "string") return data;
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  const page =
    type === "link.deleted" ? {} : { dashboardUrl: `${DASHBOARD_ORIGIN}/dashboard/links/${slug}` };
  return { ...data, shortUrl: shortUrlOf(slug, BASE_URL), ...page };
}
