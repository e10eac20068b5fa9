import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { env } from "@/lib/config/env";
import { allMethods } from "@/lib/http/methods";
import { hashForKnown } from "@/lib/limits/hash-queue";
import { isSameSecret } from "@/lib/owners/secret-hash";
import { isStillProved } from "@/lib/owners/sign-in-lock";
import { checkPassword, openSession } from "@/lib/owners/start-session";
import { sentence } from "@/lib/texts/sentence";

export const dynamic = "force-dynamic";

/** Signs in the demo owner; `npm run demo` prints this URL. Answers 404 on other servers. */
async function answer(
  _request: Request,
  { params }: { params: Promise<{ key: string }> },
): Promise<Response> {
  const { DEMO_KEY, OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  const { key } = await params;
  if (!DEMO_KEY || !isSameSecret(key, DEMO_KEY) || !email || !password) notFound();
  const owner = await checkPassword({ email, password }, hashForKnown);
  const browser = { headers: await headers(), cookies: await cookies() };
  if (owner)
    await openSession(owner.id, browser, async (_writer, stored) =>
      isStillProved(owner, stored) ? sentence("withDemoKey") : null,
    );
  redirect("/dashboard/overview");
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
