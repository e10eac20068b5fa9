import { type APIError, type BetterAuthOptions, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { nextCookies } from "better-auth/next-js";
import { z } from "zod";
import { env } from "../config/env";
import { log } from "../config/log";
import { running } from "../config/running";
import { isCausedByClient } from "../core/caused-by-client";
import { isNamed } from "../core/errors";
import { passwordLength } from "../core/owner-schema";
import { database } from "../database/client";
import { cookieName, isHttps, sessionLifeS } from "./cookies";
import { sessionSecret } from "./session-secret";

export type OwnerAuth = Awaited<ReturnType<typeof make>>;

/**
 * Email, password and session handling. Only server actions call it: its routes are not mounted and
 * cannot sign up owners.
 */
export function ownerAuth(): Promise<OwnerAuth> {
  const held = running().owners;
  held.auth ??= make().catch((error: unknown) => {
    held.auth = null;
    throw error;
  });
  return held.auth;
}

/** The library's codes for a password or an email that is wrong. */
const wrong = [
  "INVALID_EMAIL_OR_PASSWORD",
  "INVALID_PASSWORD",
  "INVALID_EMAIL",
  "CREDENTIAL_ACCOUNT_NOT_FOUND",
];

/**
 * Returns if the library found the password or the email wrong. Throws any other error; the library
 * may have wrapped one of the database.
 */
export function assertWrongPassword(error: unknown): void {
  if (!isNamed<APIError>(error, "APIError")) throw error;
  if (!wrong.includes(error.body?.code ?? "")) throw error.cause ?? error;
}

/** A session without a password, for somebody who has authenticated in another way. */
const openSession = createAuthEndpoint(
  "/open-session",
  { method: "POST", body: z.object({ ownerId: z.string() }) },
  async (context) => {
    const { internalAdapter } = context.context;
    const user = await internalAdapter.findUserById(context.body.ownerId);
    if (!user) return null;
    const session = await internalAdapter.createSession(user.id);
    await setSessionCookie(context, { session, user });
    return { user, session };
  },
);

async function make() {
  const options = {
    appName: "Slugline",
    baseURL: env().DASHBOARD_ORIGIN,
    secret: await sessionSecret(),
    database: prismaAdapter(database(), { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
    },
    user: {
      modelName: "owner",
      additionalFields: {
        role: { type: "string", required: true, input: false },
        language: { type: "string", required: false, input: false },
      },
    },
    account: { modelName: "ownerAccount", fields: { userId: "ownerId" } },
    session: {
      modelName: "ownerSession",
      fields: { userId: "ownerId" },
      expiresIn: sessionLifeS,
      disableSessionRefresh: true,
    },
    databaseHooks: {
      // Drops the address, which has no column.
      session: {
        create: { before: async (session) => ({ data: { ...session, ipAddress: undefined } }) },
      },
    },
    advanced: {
      // The library's own option would use __Secure-, which lets a sibling host set the cookie.
      // __Host- does not (RFC 6265bis, 4.1.3).
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName("session") } },
      defaultCookieAttributes: { secure: isHttps(), httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
      // The tables have only the columns for passwords and sessions. The rest of the library's
      // model is for other ways to sign in.
      database: { validateSchema: false },
    },
    // lib/owners/guess-limits limits guesses without storing an address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, reason) =>
        log()[isCausedByClient(reason) ? "info" : "error"]({ reason }, "owner authentication"),
    },
  } satisfies BetterAuthOptions;
  // The plugin passes cookies to Next. For an invalid session, too, the library would remove the
  // cookie; Next would then render the page of an action again, which leaves for the sign-in page
  // with all that was typed.
  const plugins = [{ id: "open-session", endpoints: { openSession } }, nextCookies()];
  return {
    api: betterAuth({ ...options, plugins }).api,
    readSession: betterAuth(options).api.getSession,
  };
}
