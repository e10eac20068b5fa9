/** The events that a receiver can get, and the sentence that the settings show. */
export const eventNames = {
  "link.created": "A link was created, but not by an import",
  "link.updated": "A link was changed: at most one message a day for each link",
  "link.deleted": "A link was deleted",
  "link.first_click": "A link got its first click",
  "link.threshold": "A link reached 100, 1,000, 10,000 ... clicks",
  "link.expiring": "A link expires within three days",
  "link.expired": "A link expired",
  "link.used_up": "A link reached its click limit",
  "link.broken": "A destination is broken: checks a day apart failed",
  "link.recovered": "A broken destination works again",
  "traffic.unusual": "A link has unusual traffic, as shown on Home",
  "import.finished": "An import created links",
  "backup.failed": "The daily backup failed: at most one message a day",
  "person.added": "Somebody got access to the dashboard",
  "digest.weekly": "Once a week: the ten links with the most clicks, a sentence each",
} as const;

export type EventType = keyof typeof eventNames;

export const eventTypes = Object.keys(eventNames) as EventType[];

/** The type of the message that "Send a test" sends. */
export const testType = "test";

export const deliveryStates = ["waiting", "sent", "failed"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why a receiver is off, if no owner switched it off: it answered 410, the person who answers for it
 * is no longer an owner, or the recipient unsubscribed.
 */
export const offReasons = ["gone", "person", "unsubscribed"] as const;

export type OffReason = (typeof offReasons)[number];

export const receiverKinds = [
  "webhook",
  "slack",
  "discord",
  "teams",
  "telegram",
  "ntfy",
  "gotify",
  "matrix",
  "email",
] as const;

export type ReceiverKind = (typeof receiverKinds)[number];

/** As the settings show them: what to enter as the address. */
export const kindNames: Record<ReceiverKind, { name: string; hint: string; example: string }> = {
  webhook: {
    name: "Webhook",
    hint: "Gets JSON, signed as Standard Webhooks says.",
    example: "https://hooks.example.com/slugline",
  },
  slack: {
    name: "Slack",
    hint: "The URL of an incoming webhook of your Slack app. Mattermost takes it, too.",
    example: "https://hooks.slack.com/services/T.../B.../...",
  },
  discord: {
    name: "Discord",
    hint: "From the settings of a channel: Integrations, Webhooks, Copy webhook URL.",
    example: "https://discord.com/api/webhooks/...",
  },
  teams: {
    name: "Microsoft Teams",
    hint: "From a workflow that posts to a channel when a webhook request is received.",
    example: "https://...api.powerplatform.com/...",
  },
  telegram: {
    name: "Telegram",
    hint: "With the token of your bot, and the id of the chat that it is in.",
    example: "https://api.telegram.org/bot123:ABC/sendMessage?chat_id=-100123",
  },
  ntfy: {
    name: "ntfy",
    hint: "With the topic. Of a protected topic, add ?auth= as ntfy describes it.",
    example: "https://ntfy.sh/my-topic",
  },
  gotify: {
    name: "Gotify",
    hint: "With the token of an application.",
    example: "https://gotify.example.com/message?token=...",
  },
  matrix: {
    name: "Matrix",
    hint: "With the id of the room, and an access token of an account that is in it.",
    example:
      "https://matrix.org/_matrix/client/v3/rooms/!id:matrix.org/send/m.room.message?access_token=...",
  },
  email: {
    name: "Email",
    hint: "Needs SMTP_URL on this server. Each email has an unsubscribe link.",
    example: "mailto:mara@example.com",
  },
};
