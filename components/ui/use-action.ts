import { unstable_rethrow } from "next/navigation";
import { useTransition } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import { showToast } from "./toast";

/** For actions without a form, which may have been done. */
export const unknownOutcome = "Reload the page to see what was changed.";

/** The result of an action, also when the server cannot be reached. `advice`: what to do then. */
export async function answerOf<T>(
  action: Promise<ActionResult<T>>,
  advice = "Nothing that you typed is lost: try again.",
): Promise<ActionResult<T>> {
  try {
    const result = await action;
    // Its toast links to the sign-in page.
    if (!result.ok && result.code === "signed_out") showToast(result.message, { failed: true });
    return result;
  } catch (error) {
    // Next redirects to the sign-in page by throwing.
    unstable_rethrow(error);
    const isOffline = globalThis.navigator?.onLine === false;
    return {
      ok: false,
      code: "no_answer",
      message: `${isOffline ? "No connection." : "No answer from the server."} ${advice}`,
      problems: [],
    };
  }
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
      if (result.code !== "signed_out") showToast(result.message, { failed: true });
      refused();
    });
  return { run, pending };
}
