"use client";

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFoot } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { useFormAction } from "@/components/ui/use-form-action";
import { type ActionResult, type FormState, problemOf } from "@/lib/core/action-result";

interface Props<T> {
  title: string;
  /** Label of the button. */
  action: string;
  isDangerous?: boolean;
  email: string;
  submit: (before: FormState<T>, form: FormData) => Promise<ActionResult<T>>;
  onClose: () => void;
  onDone: (value: T) => void;
  children: (state: FormState<T>) => ReactNode;
}

/** A form that changes how its owner signs in, and asks for the password therefore. */
export function ConfirmDialog<T>({ title, onClose, ...form }: Props<T>) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <ConfirmForm {...form} />
    </Dialog>
  );
}

function ConfirmForm<T>({
  action,
  isDangerous = false,
  email,
  submit,
  onDone,
  children,
}: Omit<Props<T>, "title" | "onClose">) {
  const t = useTexts("account.sessions");
  const { form, state, message, pending } = useFormAction(submit, onDone);
  return (
    <form {...form}>
      <div className="flex flex-col gap-4 px-6 py-5 max-sm:px-4">
        {children(state)}
        {/* Password managers use this field to match the account. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t("currentPassword")}
          hint={t("othersSignedOut")}
          error={problemOf(state, "currentPassword")}
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="currentPassword"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
      </div>
      <DialogFoot error={message}>
        <Button variant={isDangerous ? "danger" : "primary"} type="submit" pending={pending}>
          {action}
        </Button>
      </DialogFoot>
    </form>
  );
}
