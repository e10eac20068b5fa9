import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { nextCookies } from "better-auth/next-js";
import { env } from "../config/env";
import { log } from "../config/log";
import { ProcessWide } from "../config/process-wide";
import { isCausedByClient } from "../core/caused-by-client";
import { passwordLength } from "../core/owner-schema";
import { database } from "../database/client";
import { sessionCookieName } from "./session-cookie";
import { sessionSecret } from "./session-secret";

/** A session ends this long after sign-in, in seconds, however much it is used. */
const sessionLifeS = 30 * 24 * 3600;

const auth = new ProcessWide<{ made: Promise<OwnerAuth> | null }>("owner-auth", () => ({ made: null }));

type OwnerAuth = Awaited<ReturnType<typeof make>>;

/**
 * Owners' e-mail, password and sessions. Its HTTP routes are mounted nowhere: server actions call it, and nobody signs
 * up by it. No address of a browser is kept.
 */
export function ownerAuth(): Promise<OwnerAuth> {
  const held = auth.get();
  held.made ??= make().catch((error: unknown) => {
    held.made = null;
    throw error;
  });
  return held.made;
}

async function make() {
  const baseUrl = env().BASE_URL;
  const isHttps = baseUrl.startsWith("https:");
  return betterAuth({
    appName: "Slugline",
    baseURL: baseUrl,
    secret: await sessionSecret(),
    database: prismaAdapter(database(), { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
    },
    user: { modelName: "owner" },
    account: { modelName: "ownerAccount", fields: { userId: "ownerId" } },
    session: {
      modelName: "ownerSession",
      fields: { userId: "ownerId" },
      expiresIn: sessionLifeS,
      disableSessionRefresh: true,
    },
    databaseHooks: {
      // Drops the address, for which there is no column.
      session: { create: { before: async (session) => ({ data: { ...session, ipAddress: undefined } }) } },
    },
    advanced: {
      // The library's own switch would say __Secure-, which lets a sibling host set the cookie; __Host- does not (RFC 6265bis, 4.1.3).
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(isHttps) } },
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
      // The tables have only the columns that passwords and sessions need; the rest of its model is for other ways to sign in.
      database: { validateSchema: false },
    },
    // Guessing is slowed by lib/auth/guesses, which keeps no address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, reason) => log()[isCausedByClient(reason) ? "info" : "error"]({ reason }, "owner authentication") },
    // Last, as it must be: it hands cookies to Next.
    plugins: [nextCookies()],
  });
}
