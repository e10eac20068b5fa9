import { cutText } from "../core/clean-text";
import type { ReceiverKind } from "./events";

/** A message to people: a sentence, and the page of the dashboard that shows more. */
interface ChatMessage {
  id: string;
  text: string;
  pageUrl: string;
  /** What the link to the page says. */
  open: string;
}

interface ChatRequest {
  method?: string;
  address: string;
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

const title = "Slugline";
const zeroWidthSpace = "\u200b";

/**
 * The request of each kind, as its provider documents it. Text is never markup: it is escaped, or
 * sent where the provider takes plain text. Previews of the link are switched off.
 */
export const chatRequests: Record<
  Exclude<ReceiverKind, "webhook" | "email">,
  (message: ChatMessage, address: string) => ChatRequest
> = {
  /** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
  slack: ({ text, pageUrl, open }, address) => ({
    address,
    body: {
      // Slack shows it in notifications only, Mattermost as the message.
      text: fitting(text, 2_900, (line) => mattermostText(slackText(line))),
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        {
          type: "section",
          text: { type: "plain_text", text: fitting(text, 2_900, slackText), emoji: false },
        },
        { type: "context", elements: [{ type: "mrkdwn", text: `<${pageUrl}|${open}>` }] },
      ],
    },
  }),
  /** https://discord.com/developers/docs/resources/webhook#execute-webhook */
  discord: ({ text, pageUrl }, address) => ({
    address,
    body: {
      content: `${fitting(text, 1_800, discordText)}\n<${pageUrl}>`,
      // SUPPRESS_EMBEDS
      flags: 4,
      allowed_mentions: { parse: [] },
    },
  }),
  /**
   * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
   */
  teams: ({ text, pageUrl, open }, address) => ({
    address,
    body: {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            // Unlike a TextBlock it knows no Markdown.
            body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] }],
            actions: [{ type: "Action.OpenUrl", title: open, url: pageUrl }],
          },
        },
      ],
    },
  }),
  /** https://core.telegram.org/bots/api#sendmessage: without parse_mode, text is plain. */
  telegram: ({ text, pageUrl }, address) => {
    const { url, taken } = takeParameters(address, ["chat_id", "message_thread_id"]);
    return {
      address: url.href,
      body: {
        ...taken,
        text: `${fitting(text, 3_900)}\n${pageUrl}`,
        link_preview_options: { is_disabled: true },
      },
    };
  },
  /** https://docs.ntfy.sh/publish/#publish-as-json: to the address without the topic. */
  ntfy: ({ text, pageUrl }, address) => {
    const url = new URL(address);
    const { folder, topic } = topicOf(url);
    url.pathname = folder;
    return {
      address: url.href,
      body: { topic: topic ?? "", title, message: fitting(text, 1_900), click: pageUrl },
    };
  },
  /** https://gotify.net/docs/pushmsg */
  gotify: ({ text, pageUrl }, address) => ({
    address,
    body: {
      title,
      message: text,
      priority: 5,
      extras: {
        "client::display": { contentType: "text/plain" },
        "client::notification": { click: { url: pageUrl } },
      },
    },
  }),
  /**
   * https://spec.matrix.org/v1.11/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
   */
  matrix: ({ id, text, pageUrl }, address) => {
    const { url, taken } = takeParameters(address, ["access_token"]);
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${encodeURIComponent(id)}`;
    return {
      method: "PUT",
      address: url.href,
      headers: { Authorization: `Bearer ${taken.access_token ?? ""}` },
      body: {
        msgtype: "m.notice",
        body: `${text}\n${pageUrl}`,
        "m.mentions": {},
        "com.beeper.linkpreviews": [],
      },
    };
  },
};

/** Addresses may have to name a chat or carry a token. The name of what is missing. */
export function findAddressProblem(kind: ReceiverKind, address: string) {
  const { protocol, pathname, searchParams } = new URL(address);
  if ((kind === "email") !== (protocol === "mailto:"))
    return kind === "email" ? "mustBeEmail" : "mustBeWeb";
  if (
    kind === "telegram" &&
    !(/\/bot[^/]+\/sendMessage$/.test(pathname) && searchParams.has("chat_id"))
  )
    return "mustBeTelegram";
  if (kind === "ntfy" && !topicOf(new URL(address)).topic) return "mustBeNtfy";
  if (kind === "gotify" && !(/\/message$/.test(pathname) && searchParams.has("token")))
    return "mustBeGotify";
  if (
    kind === "matrix" &&
    !(
      /\/rooms\/[^/]+\/send\/m\.room\.message\/?$/.test(pathname) &&
      searchParams.has("access_token")
    )
  )
    return "mustBeMatrix";
  return null;
}

/** `topic`: null if it has a % that means nothing. */
function topicOf({ pathname }: URL): { folder: string; topic: string | null } {
  const parts = pathname.replace(/\/$/, "").split("/");
  const last = parts.pop() ?? "";
  const folder = `${parts.join("/")}/`;
  try {
    return { folder, topic: decodeURIComponent(last) };
  } catch {
    return { folder, topic: null };
  }
}

function takeParameters(address: string, names: readonly string[]) {
  const url = new URL(address);
  const taken: Record<string, string> = {};
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value !== null) taken[name] = value;
    url.searchParams.delete(name);
  }
  return { url, taken };
}

/** The first lines, as far as the limit of a provider allows. Only a digest has many. */
function fitting(text: string, most: number, escaped = (line: string) => line): string {
  let fits = "";
  for (const line of text.split("\n").map(escaped)) {
    if (fits.length + line.length >= most) break;
    fits += `${line}\n`;
  }
  return fits === "" ? escaped(cutText(text, most / 4)) : fits.trimEnd();
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * https://developers.mattermost.com/integrate/webhooks/incoming: Markdown is escaped. A space of no
 * width keeps mentions and addresses from meaning anything.
 */
function mattermostText(text: string): string {
  return text
    .replace(/[\\`*_~|#[\]]/g, "\\$&")
    .replace(/@|:(?=\/\/)|\bwww(?=\.)/gi, `$&${zeroWidthSpace}`);
}

/** Markdown, mentions and addresses: none of them means anything then. */
function discordText(text: string): string {
  return text.replace(/[\\`*_~|>#[\]()<@:\-+.!]/g, "\\$&");
}
