import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { isDemoKey } from "@/lib/auth/demo-key";
import { signIn } from "@/lib/auth/sign-in";
import { env } from "@/lib/env";
import { requestAddress } from "@/lib/http/peer-address";

export const dynamic = "force-dynamic";

/** `npm run demo` prints this address: it signs the demonstration's owner in. Elsewhere nothing is here. */
export async function GET(_request: Request, { params }: { params: Promise<{ key: string }> }): Promise<Response> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if (!isDemoKey((await params).key) || !email || !password) notFound();
  const given = await headers();
  await signIn({ email, password }, { headers: given, address: requestAddress(given.get("x-forwarded-for")) }, new Date());
  redirect("/dashboard/overview");
}
