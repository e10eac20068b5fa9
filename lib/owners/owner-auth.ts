import { type BetterAuthOptions, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { nextCookies } from "better-auth/next-js";
import { z } from "zod";
import { log } from "../config/log";
import { isCausedByClient } from "../core/caused-by-client";
import { database } from "../database/client";
import { cookieName, isHttps, sessionLifeS } from "./cookies";
import { ownPart } from "./own-part";
import { sessionSecret } from "./session-secret";

export type OwnerAuth = Awaited<ReturnType<typeof make>>;

/**
 * Reads sessions and their cookies, and ends them. Only server actions call it: its routes are not
 * mounted.
 */
export function ownerAuth(): Promise<OwnerAuth> {
  const held = ownPart();
  held.auth ??= make(held.config.DASHBOARD_ORIGIN).catch((error: unknown) => {
    held.auth = null;
    throw error;
  });
  return held.auth;
}

/** Gives the browser the cookie of a session that was stored. Null if it has ended meanwhile. */
const giveCookie = createAuthEndpoint(
  "/give-cookie",
  { method: "POST", body: z.object({ token: z.string() }) },
  async (context) => {
    const found = await context.context.internalAdapter.findSession(context.body.token);
    if (found) await setSessionCookie(context, found);
    return found;
  },
);

async function make(origin: string) {
  const options = {
    appName: "Slugline",
    baseURL: origin,
    secret: await sessionSecret(),
    database: prismaAdapter(database(), { provider: "postgresql" }),
    user: {
      modelName: "owner",
      additionalFields: {
        role: { type: "string", required: true, input: false },
        language: { type: "string", required: false, input: false },
      },
    },
    session: {
      modelName: "ownerSession",
      fields: { userId: "ownerId" },
      expiresIn: sessionLifeS,
      disableSessionRefresh: true,
    },
    advanced: {
      // The library's own option would use __Secure-, which lets a sibling host set the cookie.
      // __Host- does not (RFC 6265bis, 4.1.3).
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName("session") } },
      defaultCookieAttributes: { secure: isHttps(), httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
      // The table has only the columns for sessions. The rest of the library's model is for what
      // this service does itself.
      database: { validateSchema: false },
    },
    // lib/limits/guess-limits limits guesses without storing an address.
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
  const plugins = [{ id: "give-cookie", endpoints: { giveCookie } }, nextCookies()];
  return {
    api: betterAuth({ ...options, plugins }).api,
    readSession: betterAuth(options).api.getSession,
  };
}
