import { z } from "zod";
import { settingsInEffect } from "../config/site-settings";
import { pickChanged } from "../core/changed-since";
import {
  type Delivery,
  listDeliveries as listStoredDeliveries,
  sendAgain as sendStoredAgain,
  sendTest,
} from "../messages/deliveries";
import { refuseUnreachable } from "../messages/receiver-address";
import { newReceiverSchema, receiverChangesSchema } from "../messages/receiver-schema";
import {
  changeReceiver,
  createReceiver as createStored,
  deleteReceiver as deleteStored,
  getReceiver as getStored,
  listReceivers as listStored,
} from "../messages/receivers";
import { unsubscribe as unsubscribeStored } from "../messages/unsubscribe";
import { ownerBehind } from "../owners/api-tokens";
import { say } from "../texts/say";
import { define } from "./define";
import { jsonOf } from "./operation";
import { deliverySchema, newReceiverAnswerSchema, receiverSchema } from "./response-schemas";

const ofReceiver = z.object({ id: z.string().max(100) });
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
const inEnglish = ({ error, ...delivery }: Delivery) => ({
  ...delivery,
  error: error && say("en", error),
});
const oneReceiver = jsonOf(receiverSchema, exampleReceiver);

export const listReceivers = define({
  name: "listReceivers",
  role: "owner",
  run: async () => ({ webhooks: await listStored() }),
  api: {
    method: "get",
    path: "/api/webhooks",
    tag: "Messages",
    summary: "List all receivers",
    description: "By name.",
    success: {
      200: {
        description: "The receivers.",
        content: jsonOf(
          z.strictObject({ webhooks: z.array(receiverSchema) }).meta({ id: "ReceiverList" }),
          { webhooks: [exampleReceiver] },
        ),
      },
    },
  },
});

/** Returns the secret of a webhook, which nothing returns again but the answer to a repetition. */
export const createReceiver = define({
  name: "createReceiver",
  role: "owner",
  body: () => newReceiverSchema,
  prepare: async ({ body }) => {
    await refuseUnreachable(body.kind, body.url, settingsInEffect());
  },
  repeats: "answer",
  notes: "receiver-added",
  run: async ({ actor, by, now, writer }, { body }) =>
    createStored(actor, body, await ownerBehind(by), now, writer),
  api: {
    method: "post",
    path: "/api/webhooks",
    tag: "Messages",
    summary: "Create a receiver",
    description:
      "Its messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) says.",
    body: { name: "NewReceiver", example: wanted },
    success: {
      201: {
        description: "The new receiver, and, this once, its secret.",
        headers: { Location: "The path of the receiver in the API." },
        content: jsonOf(newReceiverAnswerSchema, {
          ...exampleReceiver,
          lastResult: null,
          secret: "whsec_hV3mX0b2Yq8s5dQm1kqkqg9m6sXo0v2n4jv0o1a2b3c=",
        }),
      },
    },
    answer: (receiver) => ({
      headers: { Location: `/api/webhooks/${receiver.id}` },
      body: receiver,
    }),
  },
});

export const getReceiver = define({
  name: "getReceiver",
  role: "owner",
  target: ofReceiver,
  run: (_, { id }) => getStored(id),
  api: {
    method: "get",
    path: "/api/webhooks/{id}",
    tag: "Messages",
    summary: "Get a receiver",
    success: { 200: { description: "The receiver.", content: oneReceiver } },
  },
});

/**
 * A form sends all fields: only what differs from `seen`, the receiver as the page showed it, is
 * changed, and refused if others changed it since, unless the form `overwrites`.
 */
export const updateReceiver = define({
  name: "updateReceiver",
  role: "owner",
  target: ofReceiver,
  form: z.object({ seen: z.record(z.string(), z.unknown()), overwrites: z.boolean() }),
  body: () => receiverChangesSchema,
  notes: "receiver-changed",
  run: async ({ actor, by, now, parts }, { id, body, seen, overwrites }) => {
    const changes = seen ? pickChanged(seen, body) : body;
    if (seen && Object.keys(changes).length === 0) return getStored(id);
    if (changes.url !== undefined)
      await refuseUnreachable((await getStored(id)).kind, changes.url, parts.settings);
    const known = overwrites ? {} : seen;
    return changeReceiver(actor, id, changes, now, await ownerBehind(by), known);
  },
  api: {
    method: "patch",
    path: "/api/webhooks/{id}",
    tag: "Messages",
    summary: "Change a receiver",
    description: "Messages that wait are dropped when it is switched off.",
    body: { name: "ReceiverChanges", example: { enabled: false } },
    success: { 200: { description: "The changed receiver.", content: oneReceiver } },
  },
});

export const deleteReceiver = define({
  name: "deleteReceiver",
  role: "owner",
  target: ofReceiver,
  notes: "receiver-removed",
  run: ({ actor, now }, { id }) => deleteStored(actor, id, now),
  api: {
    method: "delete",
    path: "/api/webhooks/{id}",
    tag: "Messages",
    summary: "Delete a receiver",
    description: "With its log. Messages that wait are not sent.",
    success: { 204: { description: "Deleted.", content: {} } },
  },
});

export const testReceiver = define({
  name: "testReceiver",
  role: "owner",
  target: ofReceiver,
  run: ({ parts }, { id }) => sendTest(id, parts),
  api: {
    method: "post",
    path: "/api/webhooks/{id}/test",
    tag: "Messages",
    summary: "Send a test",
    description:
      "Sends a message of the type `test` at once, and only once, also if the receiver is off.",
    success: {
      200: {
        description:
          "What became of it. Still `waiting` after four seconds: the log shows it later.",
        content: jsonOf(deliverySchema, { ...exampleDelivery, type: "test" }),
      },
    },
    answer: (delivery) => ({ body: inEnglish(delivery) }),
  },
});

export const listDeliveries = define({
  name: "listDeliveries",
  role: "owner",
  target: ofReceiver,
  run: async ({ parts }, { id }) => ({
    deliveries: await listStoredDeliveries(await getStored(id), parts.config),
  }),
  api: {
    method: "get",
    path: "/api/webhooks/{id}/deliveries",
    tag: "Messages",
    summary: "List the messages to a receiver",
    description: "The latest 200, latest first.",
    success: {
      200: {
        description: "The messages and what became of them.",
        content: jsonOf(
          z
            .strictObject({ deliveries: z.array(deliverySchema).max(200) })
            .meta({ id: "DeliveryList" }),
          { deliveries: [exampleDelivery] },
        ),
      },
    },
    answer: ({ deliveries }) => ({ body: { deliveries: deliveries.map(inEnglish) } }),
  },
});

export const sendAgain = define({
  name: "sendAgain",
  role: "owner",
  target: ofReceiver,
  form: z.object({ delivery: z.string().regex(/^\d{1,18}$/) }),
  run: (_, { id, delivery = "0" }) => sendStoredAgain(id, BigInt(delivery)),
});

/** The token proves who asks for it. */
export const unsubscribe = define({
  name: "unsubscribe",
  role: "anyone",
  body: () => z.object({ token: z.string().max(200) }),
  notes: "receiver-changed",
  run: ({ actor, now }, { body }) => unsubscribeStored(body.token, actor, now),
});
