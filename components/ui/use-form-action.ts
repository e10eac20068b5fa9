"use client";

import { type RefCallback, useActionState, useCallback, useRef } from "react";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { answerOf, type NoAnswerTexts } from "./use-action";
import { useRefusal } from "./use-refusal";

type Submit<T> = (before: FormState<T>, form: FormData) => Promise<ActionResult<T>>;

/**
 * For forms: `form` are the attributes of the form, `state` its last result, also when the server
 * cannot be reached. React empties a form after each submission; a refused one stays as it was
 * typed, except for a wrong current password. `isKept`: so does a saved one, with what is typed
 * while it is being saved. `texts`: of pages without a `<TextsProvider>`. `message`: about
 * the whole form.
 */
export function useFormAction<T>(
  action: Submit<T>,
  done: (value: T) => void = () => {},
  { isKept = false, texts }: { isKept?: boolean; texts?: NoAnswerTexts } = {},
) {
  const element = useRef<HTMLFormElement>(null);
  const stays = useRef(isKept);
  const submitInBrowser: Submit<T> = async (before, data) => {
    const result = await answerOf(action(before, data), undefined, texts);
    stays.current = isKept || !result.ok;
    if (result.ok) done(result.value);
    else if (element.current) forgetWrongPasswords(element.current, result);
    return result;
  };
  // The server renders the action itself, so that the form works without JavaScript.
  const [state, submit, pending] = useActionState(
    typeof window === "undefined" ? action : submitInBrowser,
    null,
  );
  const message = useRefusal(element, state);
  const ref: RefCallback<HTMLFormElement> = useCallback((node) => {
    element.current = node;
    // Not `onReset`: React ignores events while it resets forms.
    const keep = (event: Event) => stays.current && event.preventDefault();
    node?.addEventListener("reset", keep);
    return () => node?.removeEventListener("reset", keep);
  }, []);
  return { form: { ref, action: submit, noValidate: true }, state, message, pending };
}

function forgetWrongPasswords(
  form: HTMLFormElement,
  { code, problems }: { code: string; problems: readonly { path: string }[] },
): void {
  for (const field of form.querySelectorAll<HTMLInputElement>(
    '[autocomplete="current-password"]',
  )) {
    if (
      code === "unauthorized" ||
      code === "too_many_requests" ||
      problems.some(({ path }) => path === field.name)
    )
      field.value = "";
  }
}
