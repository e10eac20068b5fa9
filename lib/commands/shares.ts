import { z } from "zod";
import { refusedField, SluglineError } from "../core/errors";
import { shareCards } from "../core/share";
import { withHash } from "../limits/hash-queue";
import { timestamp } from "../links/field-schemas";
import { ownerBehind } from "../owners/api-tokens";
import { openShares } from "../shares/open-shares";
import { entryCookie } from "../shares/share-entry";
import { newShareSchema } from "../shares/share-schema";
import {
  createShare as createStored,
  listShares as listStored,
  revokeShare as revokeStored,
} from "../shares/shares";
import { isShared, opensWith } from "../visits/link-admission";
import { define } from "./define";
import { jsonOf } from "./operation";

const subject = (what: string) => z.string().nullable().meta({ description: what });
const date = z.iso.date().nullable();

export const shareSchema = z
  .strictObject({
    id: z.uuid(),
    slug: subject("The link that it is about; null for a tag or a campaign."),
    tag: subject("The tag that it is about, or null."),
    campaign: subject("The campaign that it is about, or null."),
    cards: z.array(z.enum(shareCards)),
    days: z.int().min(1).nullable().meta({ description: "Null with fixed dates." }),
    from: date,
    to: date,
    csv: z.boolean(),
    hasPassword: z.boolean(),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastOpenedAt: timestamp.nullable().meta({ description: "To the minute." }),
  })
  .meta({ id: "Share" });

export const createdShareSchema = shareSchema
  .extend({
    url: z.url().meta({ description: "The address of the page. Nothing returns it again." }),
  })
  .meta({ id: "CreatedShare" });

export const exampleShare: z.output<typeof shareSchema> = {
  id: "01970c9e-8b0a-7c3e-9d3a-7f6f5a1c2b3d",
  slug: "spring-sale",
  tag: null,
  campaign: null,
  cards: ["countries", "devices"],
  days: 30,
  from: null,
  to: null,
  csv: false,
  hasPassword: false,
  createdAt: "2026-01-01T09:30:00.000Z",
  expiresAt: null,
  lastOpenedAt: "2026-01-31T12:00:00.000Z",
};

export const listShares = define({
  name: "listShares",
  role: "reader",
  run: async () => ({ shares: await listStored() }),
  api: {
    method: "get",
    path: "/api/shares",
    tag: "Statistics",
    summary: "List all share pages",
    description: "Newest first, ended ones too, without their addresses.",
    success: {
      200: {
        description: "The share pages.",
        content: jsonOf(
          z.strictObject({ shares: z.array(shareSchema) }).meta({ id: "ShareList" }),
          {
            shares: [exampleShare],
          },
        ),
      },
    },
  },
});

/** Returns the address, which nothing returns again. */
export const createShare = define({
  name: "createShare",
  role: "editor",
  body: () => newShareSchema,
  prepare: async ({ body }) => ({ wanted: await withHash(body) }),
  repeats: "secret",
  notes: "share-created",
  run: async ({ actor, by, now, key, parts }, { wanted }) =>
    createStored(actor, wanted, await ownerBehind(by), now, parts.config.BASE_URL, key),
  api: {
    method: "post",
    path: "/api/shares",
    tag: "Statistics",
    summary: "Share statistics",
    description:
      "Makes a page with the statistics of a link, a tag or a campaign for whoever has its address. Totals and the chart are always shown. Unlike elsewhere, unknown body keys are refused.",
    body: {
      name: "NewShare",
      example: { slug: "spring-sale", cards: ["countries", "devices"], days: 30 },
    },
    success: {
      201: {
        description: "The share page and, this once, its address.",
        headers: { Location: "The path of the share page in the API." },
        content: jsonOf(createdShareSchema, {
          ...exampleShare,
          lastOpenedAt: null,
          url: "https://go.example.com/dashboard/share/hV3mX0b2Yq8s5dQm1kqkqg",
        }),
      },
    },
    problems: ["not_found"],
    answer: (share) => ({ headers: { Location: `/api/shares/${share.id}` }, body: share }),
  },
});

export const revokeShare = define({
  name: "revokeShare",
  role: "editor",
  target: z.object({ id: z.string() }),
  notes: "share-revoked",
  run: ({ actor, now }, { id }) => revokeStored(actor, id, now),
  api: {
    method: "delete",
    path: "/api/shares/{id}",
    tag: "Statistics",
    summary: "Revoke a share page",
    description: "Its address answers 404 within a second.",
    success: { 204: { description: "Revoked.", content: {} } },
  },
});

/** Lets a browser in to one share page for some hours. */
export const enterShare = define({
  name: "enterShare",
  role: "anyone",
  body: () => z.object({ token: z.string().max(100), password: z.string().max(10_000) }),
  run: async ({ source, peerAddress, now: at }, { body: { token, password } }) => {
    const { address, headers, cookies } = source;
    const share = await openShares().find(token, at);
    if (!share) throw new SluglineError("not_found", "noFileHere");
    const header = (name: string) => headers.get(name);
    const guesser = { address, at, isShared: isShared(address, { peerAddress, header }) };
    if (!(await opensWith(password, { kind: "share", ...share }, guesser)))
      throw refusedField("password", "currentPasswordWrong");
    const { name, value, ...attributes } = await entryCookie(share, token, at);
    cookies.set(name, value, attributes);
  },
});
