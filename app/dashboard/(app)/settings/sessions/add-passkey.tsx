"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ActionResult, type FormState, problemOf } from "@/lib/core/action-result";
import { makePasskey } from "../../../second-factor/use-passkey";
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
  return (
    <ConfirmDialog {...dialog} title="Add a passkey" action="Continue" submit={submit}>
      {(state) => (
        <>
          <p className="text-pretty text-secondary">
            Your browser will ask for a fingerprint, a face, a PIN or a security key.
          </p>
          <Field label="Name" hint="What the list shows." error={problemOf(state, "name")}>
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

/** The password first, then the browser. */
async function submit(
  _before: FormState<string[]>,
  form: FormData,
): Promise<ActionResult<string[]>> {
  const options = await submitPasskeyStart(null, form);
  if (!options.ok) return options;
  const made = await makePasskey(options.value);
  return "ok" in made ? made : addPasskey(made, String(form.get("name")));
}
