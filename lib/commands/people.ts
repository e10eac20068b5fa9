import { z } from "zod";
import { env } from "../config/env";
import { roles } from "../core/access";
import { emailSchema } from "../core/email";
import { SluglineError } from "../core/errors";
import { parseHostPattern } from "../core/hosts";
import { mailInvitation, mailReset, mailTest } from "../messages/mail-links";
import {
  makeApiToken,
  newApiTokenSchema,
  restoreApiToken,
  revokeApiToken,
} from "../owners/api-tokens";
import { changeRole as changeStored } from "../owners/change-role";
import { allowHost as allowStored, saveSettings as saveStored } from "../owners/edit-site-settings";
import { removeOwner } from "../owners/owners";
import { refusePrivateServers } from "../previews/server-policy";
import { inviteOwner, invitePath, withdrawInvite as withdrawStored } from "../sign-in/invites";
import { disconnectPerson as disconnectStored } from "../sign-in/oidc/admit-person";
import { offerReset, resetPath } from "../sign-in/password-resets";
import { says } from "../texts/sentence";
import { acting, define } from "./define";

const ofPerson = z.object({ id: z.string().min(1).max(100) });

/**
 * Returns the link of a new invitation, which is shown once. With `email` it is for that address
 * alone, and mailed there.
 */
export const invitePerson = define({
  name: "invitePerson",
  role: "owner",
  body: () =>
    z.object({
      role: z.enum(roles),
      email: z.preprocess((email) => email || undefined, emailSchema.optional()),
    }),
  repeats: "secret",
  notes: "person-invited",
  run: async (context, { body: { role, email = null } }) => {
    const { config, messages } = context.parts;
    const { owner, by, language } = acting(context);
    const invitation = { invitedById: owner.id, email, role };
    const { id, secret } = await inviteOwner(invitation, by, context.now, context.key);
    const link = config.DASHBOARD_ORIGIN + invitePath(secret);
    const isMailed =
      email !== null && (await mailInvitation(messages.mailer, email, link, language));
    return { id, role, link, mailedTo: isMailed ? email : null };
  },
});

export const withdrawInvite = define({
  name: "withdrawInvite",
  role: "owner",
  target: z.object({ id: z.hex().length(64) }),
  notes: "invitation-withdrawn",
  run: ({ actor, now }, { id }) => withdrawStored(actor, id, now),
});

/** Returns a link that sets another person's password, shown once, and whom it was mailed to. */
export const makeReset = define({
  name: "makeReset",
  role: "owner",
  target: ofPerson,
  notes: "password-link-made",
  run: async (context, { id }) => {
    const { owner, by } = acting(context);
    // A stolen session must not be enough to change its owner's password.
    if (id === owner.id) throw new SluglineError("forbidden", "changeOwnPassword");
    const secret = await offerReset({ id }, owner.id, by, context.now);
    if (secret === null) throw new SluglineError("not_found", "personGone");
    const { config, messages } = context.parts;
    const link = config.DASHBOARD_ORIGIN + resetPath(secret);
    return { link, mailedTo: await mailReset(messages.mailer, id, link) };
  },
});

/** `seen`: the role that the page showed. */
export const changeRole = define({
  name: "changeRole",
  role: "owner",
  target: ofPerson,
  form: z.object({ seen: z.enum(roles).nullable() }),
  body: () => z.enum(roles),
  notes: "role-changed",
  run: (context, { id, body, seen }) =>
    changeStored(acting(context).by, id, body, context.now, seen),
});

export const disconnectPerson = define({
  name: "disconnectPerson",
  role: "owner",
  target: ofPerson,
  notes: "sign-on-disconnected",
  run: ({ actor, now }, { id }) => disconnectStored(actor, id, now),
});

export const removePerson = define({
  name: "removePerson",
  role: "owner",
  target: ofPerson,
  notes: "person-removed",
  run: (context, { id }) => removeOwner(acting(context).by, id, context.now),
});

/** A token, whose text is shown once. */
export const createToken = define({
  name: "createToken",
  role: "editor",
  body: () =>
    newApiTokenSchema.extend({
      expiresInDays: z
        .string()
        .regex(/^\d{0,4}$/, says("tokenExpiryMissing"))
        .transform((days) => (days === "" ? null : Number(days)))
        .pipe(newApiTokenSchema.shape.expiresInDays),
      writesByMcp: z
        .literal("on")
        .optional()
        .transform((box) => box === "on"),
    }),
  repeats: "secret",
  notes: "token-created",
  run: async (context, { body }) => ({
    ...(await makeApiToken(acting(context), body, context.now, context.key)),
    name: body.name,
  }),
});

const ofToken = z.object({ id: z.uuid() });

export const revokeToken = define({
  name: "revokeToken",
  role: "editor",
  target: ofToken,
  notes: "token-revoked",
  run: (context, { id }) => revokeApiToken(acting(context), id, context.now),
});

/** Returns false if it is too late to undo. */
export const restoreToken = define({
  name: "restoreToken",
  role: "editor",
  target: ofToken,
  notes: "token-restored",
  run: (context, { id }) => restoreApiToken(acting(context), id, context.now),
});

/** `seen`: what the page showed; what others changed since is not replaced. */
export const saveSettings = define({
  name: "saveSettings",
  role: "owner",
  form: z.object({ seen: z.record(z.string(), z.string()) }),
  body: () => z.record(z.string(), z.string()),
  prepare: ({ body }) => refusePrivateServers(body, env()),
  notes: "settings-changed",
  run: (context, { body, seen = {} }) =>
    saveStored(context.parts, acting(context).by, body, context.now, seen),
});

/** Sends a test to whoever asks, through the server of the settings. Returns their address. */
export const testMail = define({
  name: "testMail",
  role: "owner",
  deadlineMs: 30_000,
  run: async (context) => {
    const { owner, language } = acting(context);
    const { error } = await mailTest(context.parts.messages.mailer, owner.email, language);
    return { to: owner.email, error };
  },
});

/** Lets links lead to a further host. No token may do it. */
export const allowHost = define({
  name: "allowHost",
  role: "owner",
  target: z.object({
    host: z.string().refine((host) => parseHostPattern(host) === host && !host.startsWith("*")),
  }),
  notes: "settings-changed",
  run: (context, { host }) => allowStored(context.parts, acting(context).by, host, context.now),
});
