"use client";

import { useTexts } from "#texts";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ActionResult, type FormState, problemOf } from "@/lib/core/action-result";
import { useAskPasskey } from "../../../second-factor/use-passkey";
import { ConfirmDialog } from "./confirm-dialog";
import { addPasskey, submitPasskeyStart } from "./passkey-actions";

interface Props {
  email: string;
  /** Such as Firefox on Windows. */
  name: string;
  onClose: () => void;
  onDone: (codes: string[]) => void;
}

export function AddPasskey({ name, ...dialog }: Props) {
  const t = useTexts("account.sessions");
  const ask = useAskPasskey();
  // The password first, then the browser.
  const submit = async (
    _before: FormState<string[]>,
    form: FormData,
  ): Promise<ActionResult<string[]>> => {
    const options = await submitPasskeyStart(null, form);
    if (!options.ok) return options;
    const made = await ask.forNew(options.value);
    return "ok" in made ? made : addPasskey(made, String(form.get("name")));
  };
  return (
    <ConfirmDialog {...dialog} title={t("passkeyName")} action={t("continue")} submit={submit}>
      {(state) => (
        <>
          <p className="text-pretty text-secondary">{t("browserWillAsk")}</p>
          <Field label={t("name")} error={problemOf(state, "name")}>
            {(control) => (
              <Input
                {...control}
                name="name"
                maxLength={80}
                autoComplete="off"
                defaultValue={name}
                required
              />
            )}
          </Field>
        </>
      )}
    </ConfirmDialog>
  );
}
