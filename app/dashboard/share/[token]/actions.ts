"use server";

import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { z } from "zod";
import { getPublicLook } from "@/components/layout/public-look";
import { env } from "@/lib/config/env";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { isSluglineError, refusedField } from "@/lib/core/errors";
import { peerAddress } from "@/lib/http/peer-address";
import { answerTooManyRequests, answerUnavailable } from "@/lib/http/response-status";
import { isTooManyRequests } from "@/lib/owners/too-many-requests";
import { formProblemText } from "@/lib/pages/link-pages";
import { openShares } from "@/lib/shares/open-shares";
import { entryCookie } from "@/lib/shares/share-entry";
import { isShared, opensWith } from "@/lib/visits/link-admission";
import { formAction } from "../../server-action";
import { writeSource } from "../../write-source";

const schema = z.object({ token: z.string().max(100), password: z.string().max(10_000) });

/** Lets this browser in to one share page for some hours. */
export async function submitSharePassword(
  _before: FormState,
  form: FormData,
): Promise<ActionResult> {
  return formAction(form, { schema }, async ({ token, password }) => {
    // The page is at the host of short links, too.
    const { address, headers } = await writeSource([env().BASE_URL]);
    const at = new Date();
    const header = (name: string) => headers.get(name);
    const guesser = {
      address,
      at,
      isShared: isShared(address, { peerAddress: peerAddress(), header }),
    };
    const { texts } = await getPublicLook();
    const admit = async () => {
      const share = await openShares().find(token, at);
      if (!share) notFound();
      if (!(await opensWith(password, { kind: "share", ...share }, guesser)))
        throw refusedField("password", "asIs", { text: texts.wrongPassword });
      return share;
    };
    const share = await admit().catch((error: unknown) => {
      if (isSluglineError(error) && error.code === "unavailable") {
        answerUnavailable();
        throw refusedField("password", "asIs", { text: texts.busy });
      }
      if (!isTooManyRequests(error)) throw error;
      const { isBusy, retryAfterS } = error;
      answerTooManyRequests(retryAfterS);
      const text = isBusy ? ("busy" as const) : ("tooManyGuesses" as const);
      const said = formProblemText({ text, retryAfterS }, texts);
      throw refusedField("password", "asIs", { text: said });
    });
    const { name, value, ...attributes } = await entryCookie(share, token, at);
    (await cookies()).set(name, value, attributes);
  });
}
