import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { env } from "@/lib/config/env";
import { allMethods } from "@/lib/http/methods";
import { isDemoKey } from "@/lib/owners/demo-key";
import { hashForKnown } from "@/lib/owners/hash-queue";
import { checkPassword, openSession } from "@/lib/owners/start-session";

export const dynamic = "force-dynamic";

/** Signs in the demo owner; `npm run demo` prints this URL. Answers 404 on other servers. */
async function answer(
  _request: Request,
  { params }: { params: Promise<{ key: string }> },
): Promise<Response> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if (!isDemoKey((await params).key) || !email || !password) notFound();
  const ownerId = await checkPassword({ email, password }, hashForKnown);
  if (ownerId !== null)
    await openSession(
      ownerId,
      { headers: await headers(), cookies: await cookies() },
      "with the demo key",
    );
  redirect("/dashboard/overview");
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
