import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { useTransition } from "react";
import { commonTexts } from "@/components/texts/common-texts";
import type { ActionResult, Refused } from "@/lib/core/action-result";
import { showToast } from "./toast";
import { isOffline } from "./use-online-router";

/** For actions without a form, which may have been done. */
export const unknownOutcome = () => commonTexts()("unknownOutcome");

/** What a form says that got no answer. */
export type NoAnswerTexts = Readonly<Record<"noConnection" | "noAnswer" | "nothingLost", string>>;

/**
 * The result of an action, also when the server cannot be reached. `advice`: what to do then.
 * `texts`: of pages without a `<TextsProvider>`.
 */
export async function answerOf<T>(
  action: Promise<ActionResult<T>>,
  advice?: () => string,
  texts?: NoAnswerTexts,
): Promise<ActionResult<T>> {
  try {
    const result = await action;
    // Its toast links to the sign-in page.
    if (!result.ok && result.code === "signed_out")
      showToast(result.message, { failed: true, signedOut: true });
    return result;
  } catch (error) {
    // Next redirects to the sign-in page by throwing.
    unstable_rethrow(error);
    const textOf = (name: keyof NoAnswerTexts) => texts?.[name] ?? commonTexts()(name);
    // The page is older than the server, which has no such action.
    const isOld = !texts && unstable_isUnrecognizedActionError(error);
    return {
      ok: false,
      code: "no_answer",
      message: isOld
        ? commonTexts()("lost.updated")
        : `${textOf(isOffline() ? "noConnection" : "noAnswer")} ${advice?.() ?? textOf("nothingLost")}`,
      problems: [],
    };
  }
}

/** That the session has ended is shown by `answerOf`. */
export function showRefused({ code, message }: Refused): void {
  if (code === "signed_out") return;
  showToast(message, { failed: true, offline: code === "no_answer" && isOffline() });
}

/**
 * For buttons: `run` passes the value of an action on, or shows why it failed in a toast and calls
 * `refused`. `pending` until the page is refreshed.
 */
export function useAction() {
  const [pending, start] = useTransition();
  const run = <T>(
    action: () => Promise<ActionResult<T>>,
    done: (value: T) => void = () => {},
    refused: () => void = () => {},
  ) =>
    start(async () => {
      const result = await answerOf(action(), unknownOutcome);
      if (result.ok) return done(result.value);
      showRefused(result);
      refused();
    });
  return { run, pending };
}
