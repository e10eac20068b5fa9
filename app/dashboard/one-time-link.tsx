import { headers } from "next/headers";
import type { ReactNode } from "react";
import { AuthLayout } from "@/components/layout/auth-layout";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { env } from "@/lib/config/env";
import { requestAddress } from "@/lib/http/peer-address";
import { answerTooManyRequests } from "@/lib/http/response-status";
import { isTooManyRequests } from "@/lib/limits/too-many-requests";

interface Props<T> {
  secret: string;
  /**
   * Resolves with null if the link is not valid any more. Must not use it up: mail programs open
   * links, too.
   */
  find: (secret: string, address: string, now: Date) => Promise<T | null>;
  title: string;
  /** What to say of a link that is not valid any more. */
  over: { title: string; advice: string };
  children: (found: T) => ReactNode;
}

/** The page of a link that works once: an invitation, or a new password. */
export async function OneTimeLink<T>({ secret, find, title, over, children }: Props<T>) {
  const host = new URL(env().BASE_URL).host;
  try {
    const found = await find(
      secret,
      requestAddress((await headers()).get("x-forwarded-for")),
      new Date(),
    );
    if (!found) return message(over.title, over.advice);
    return (
      <AuthLayout title={title} host={host}>
        {children(found)}
      </AuthLayout>
    );
  } catch (error) {
    if (!isTooManyRequests(error)) throw error;
    answerTooManyRequests(error.retryAfterS);
    const said = await getSaid();
    return message((await getTexts("signIn.reset"))("tooMany"), said(error.sentence));
  }

  function message(heading: string, text: string) {
    return (
      <AuthLayout title={heading} host={host}>
        <p className="mt-3 text-secondary">{text}</p>
      </AuthLayout>
    );
  }
}
