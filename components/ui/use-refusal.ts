import { type RefObject, useEffect, useState } from "react";
import { type FormState, messageOf } from "@/lib/core/action-result";

/**
 * The message about a whole form that was refused, and the focus: on the first field with a problem,
 * otherwise on that message. Problems that no field shows are in the message, so that no refusal is
 * silent. `inForm`: the form, or something in it.
 */
export function useRefusal(
  inForm: RefObject<HTMLElement | null>,
  state: FormState<unknown>,
): string | undefined {
  const [homeless, setHomeless] = useState<FormState<unknown>>(null);
  const refused = state?.ok === false ? state : null;
  useEffect(() => {
    if (!refused) return;
    const form = inForm.current?.closest("form");
    const shown =
      form?.querySelector<HTMLElement>("[aria-invalid]") ??
      form?.querySelector<HTMLElement>("[data-refusal]");
    shown ? shown.focus() : homeless !== refused && setHomeless(refused);
  }, [refused, homeless, inForm]);
  return messageOf(refused) ?? (homeless === refused ? refused?.message : undefined);
}
