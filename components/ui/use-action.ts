import { unstable_rethrow } from "next/navigation";
import { useTransition } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import { showToast } from "./toast";

/** The result of an action, also when the server cannot be reached. */
export async function answerOf<T>(action: Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    const result = await action;
    // Its toast links to the sign-in page.
    if (!result.ok && result.code === "signed_out") showToast(result.message, { failed: true });
    return result;
  } catch (error) {
    // Next redirects to the sign-in page by throwing.
    unstable_rethrow(error);
    return {
      ok: false,
      code: "no_answer",
      message: "No answer from the server. Reload the page to see what was changed.",
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
      const result = await answerOf(action());
      if (result.ok) return done(result.value);
      if (result.code !== "signed_out") showToast(result.message, { failed: true });
      refused();
    });
  return { run, pending };
}
