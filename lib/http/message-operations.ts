import { z } from "zod";
import type { Operation } from "../commands/operation";
import {
  deliverySchema,
  newReceiverAnswerSchema,
  receiverSchema,
} from "../commands/response-schemas";
import { newReceiverSchema, receiverChangesSchema } from "../messages/receiver-schema";

const wanted = {
  name: "Deployments",
  kind: "webhook" as const,
  url: "https://hooks.example.com/slugline",
  events: ["link.created" as const, "link.deleted" as const],
};
export const exampleReceiver: z.output<typeof receiverSchema> = {
  id: "0d3f7f0e-5b1c-4c53-9d3a-7f6f5a1c2b3d",
  ...wanted,
  enabled: true,
  offReason: null,
  failingSince: null,
  lastResult: { at: "2026-01-31T12:00:00.000Z", state: "sent", status: 204, error: null },
  digest: { day: 1, hour: 8, timeZone: "UTC" },
  dropped: null,
  createdAt: "2026-01-01T09:30:00.000Z",
  updatedAt: "2026-01-01T09:30:00.000Z",
};
const exampleDelivery: z.output<typeof deliverySchema> = {
  id: "17",
  messageId: "msg_4f8a1c0be2d94d1c9d5f0e7a6b3c2d1e",
  type: "link.created",
  state: "sent",
  attempts: 1,
  status: 204,
  durationMs: 84,
  response: null,
  error: null,
  body: '{"type":"link.created","timestamp":"2026-01-31T12:00:00.000Z","data":{"id":7,"slug":"spring-sale"}}',
  createdAt: "2026-01-31T12:00:00.000Z",
  triedAt: "2026-01-31T12:00:01.000Z",
  nextAt: null,
};
const oneReceiver = { "application/json": { schema: receiverSchema, example: exampleReceiver } };
const ofMessages = { tag: "Messages", role: "owner" } as const;

/** Receivers of messages. */
export function messageOperations(idempotencyHeader: z.ZodObject): Operation[] {
  return [
    {
      ...ofMessages,
      id: "listReceivers",
      method: "get",
      path: "/api/webhooks",
      summary: "List all receivers",
      description: "By name.",
      access: "read",
      success: {
        200: {
          description: "The receivers.",
          content: {
            "application/json": {
              schema: z
                .strictObject({ webhooks: z.array(receiverSchema) })
                .meta({ id: "ReceiverList" }),
              example: { webhooks: [exampleReceiver] },
            },
          },
        },
      },
    },
    {
      ...ofMessages,
      id: "createReceiver",
      method: "post",
      path: "/api/webhooks",
      summary: "Create a receiver",
      description:
        "Its messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) says.",
      access: "write",
      headers: idempotencyHeader,
      body: {
        name: "NewReceiver",
        content: { "application/json": { schema: newReceiverSchema, example: wanted } },
      },
      success: {
        201: {
          description: "The new receiver, and, this once, its secret.",
          headers: {
            Location: "The path of the receiver in the API.",
            "Idempotency-Replayed": "`true` if this answer was stored under the `Idempotency-Key`.",
          },
          content: {
            "application/json": {
              schema: newReceiverAnswerSchema,
              example: {
                ...exampleReceiver,
                lastResult: null,
                secret: "whsec_hV3mX0b2Yq8s5dQm1kqkqg9m6sXo0v2n4jv0o1a2b3c=",
              },
            },
          },
        },
      },
      problems: ["idempotency_key_reused"],
    },
    {
      ...ofMessages,
      id: "getReceiver",
      method: "get",
      path: "/api/webhooks/{id}",
      summary: "Get a receiver",
      access: "read",
      success: { 200: { description: "The receiver.", content: oneReceiver } },
    },
    {
      ...ofMessages,
      id: "updateReceiver",
      method: "patch",
      path: "/api/webhooks/{id}",
      summary: "Change a receiver",
      description: "Messages that wait are dropped when it is switched off.",
      access: "write",
      body: {
        name: "ReceiverChanges",
        content: {
          "application/json": { schema: receiverChangesSchema, example: { enabled: false } },
        },
      },
      success: { 200: { description: "The changed receiver.", content: oneReceiver } },
    },
    {
      ...ofMessages,
      id: "deleteReceiver",
      method: "delete",
      path: "/api/webhooks/{id}",
      summary: "Delete a receiver",
      description: "With its log. Messages that wait are not sent.",
      access: "write",
      success: { 204: { description: "Deleted.", content: {} } },
    },
    {
      ...ofMessages,
      id: "testReceiver",
      method: "post",
      path: "/api/webhooks/{id}/test",
      summary: "Send a test",
      description:
        "Sends a message of the type `test` at once, and only once, also if the receiver is off.",
      access: "write",
      success: {
        200: {
          description:
            "What became of it. Still `waiting` after four seconds: the log shows it later.",
          content: {
            "application/json": {
              schema: deliverySchema,
              example: { ...exampleDelivery, type: "test" },
            },
          },
        },
      },
    },
    {
      ...ofMessages,
      id: "listDeliveries",
      method: "get",
      path: "/api/webhooks/{id}/deliveries",
      summary: "List the messages to a receiver",
      description: "The latest 200, latest first.",
      access: "read",
      success: {
        200: {
          description: "The messages and what became of them.",
          content: {
            "application/json": {
              schema: z
                .strictObject({ deliveries: z.array(deliverySchema).max(200) })
                .meta({ id: "DeliveryList" }),
              example: { deliveries: [exampleDelivery] },
            },
          },
        },
      },
    },
  ];
}
