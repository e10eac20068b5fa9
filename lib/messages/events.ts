/** What a receiver can be told of, and the sentence that the settings show. */
export const eventNames = {
  "link.created": "A link was created, but not by an import",
  "link.updated": "A link was changed: at most one message a day for each link",
  "link.deleted": "A link was deleted",
} as const;

export type EventType = keyof typeof eventNames;

export const eventTypes = Object.keys(eventNames) as EventType[];

/** The type of the message that "Send a test" sends. */
export const testType = "test";

export const deliveryStates = ["waiting", "sent", "failed"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

export const receiverKinds = ["webhook"] as const;

export type ReceiverKind = (typeof receiverKinds)[number];
