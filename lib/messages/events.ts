import type { TextName } from "../texts/translator";

/** The events that a receiver can get, and their sentences in `settings.messages.events`. */
export const eventNames = {
  "link.created": "linkCreated",
  "link.updated": "linkUpdated",
  "link.deleted": "linkDeleted",
  "link.first_click": "linkFirstClick",
  "link.threshold": "linkThreshold",
  "link.expiring": "linkExpiring",
  "link.expired": "linkExpired",
  "link.used_up": "linkUsedUp",
  "link.broken": "linkBroken",
  "link.recovered": "linkRecovered",
  "link.moved": "linkMoved",
  "traffic.unusual": "trafficUnusual",
  "import.finished": "importFinished",
  "backup.failed": "backupFailed",
  "host.expiring": "hostExpiring",
  "person.added": "personAdded",
  "digest.weekly": "digestWeekly",
} as const satisfies Record<string, TextName<"settings.messages.events">>;

export type EventType = keyof typeof eventNames;

export const eventTypes = Object.keys(eventNames) as EventType[];

/** What a new receiver gets unless something else is chosen: what needs somebody to act. */
export const usualEvents: EventType[] = ["link.expiring", "link.broken", "traffic.unusual"];

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

/** What to enter as the address, for example. */
export const exampleAddresses: Record<ReceiverKind, string> = {
  webhook: "https://hooks.example.com/slugline",
  slack: "https://hooks.slack.com/services/T.../B.../...",
  discord: "https://discord.com/api/webhooks/...",
  teams: "https://...api.powerplatform.com/...",
  telegram: "https://api.telegram.org/bot123:ABC/sendMessage?chat_id=-100123",
  ntfy: "https://ntfy.sh/my-topic",
  gotify: "https://gotify.example.com/message?token=...",
  matrix:
    "https://matrix.org/_matrix/client/v3/rooms/!id:matrix.org/send/m.room.message?access_token=...",
  email: "mailto:mara@example.com",
};
