"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { code } from "@/components/texts/tags";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFormAction } from "@/components/ui/use-form-action";
import { problemOf } from "@/lib/core/action-result";
import { CodeField } from "../../second-factor/code-field";
import { submitSecondStep } from "./actions";

interface Props {
  next: string;
  /** What the field takes; there is none for somebody with passkeys only. */
  codes: "app" | "recovery" | "none";
  /** Whether there is another way than a recovery code. */
  hasOther: boolean;
  /** What lets somebody in who lost every factor. */
  resetCommand: string;
}

export function SecondStepForm({ next, codes, hasOther, resetCommand }: Props) {
  const t = useTexts("signIn");
  const { form, state, message, pending } = useFormAction(submitSecondStep);
  const query = new URLSearchParams({ next });
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      {codes !== "none" && (
        <>
          {codes === "recovery" ? (
            <Field label={t("secondStep.recoveryCode")} error={problemOf(state, "code")}>
              {(control) => (
                <Input
                  {...control}
                  name="code"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  inputClassName="mono"
                  maxLength={100}
                  required
                  autoFocus
                />
              )}
            </Field>
          ) : (
            <CodeField error={problemOf(state, "code")} autoFocus />
          )}
          <label className="flex items-center gap-1 text-small">
            <Checkbox name="remember" />
            {t("secondStep.remember", { days: 30 })}
          </label>
          <FormMessage text={message} />
          <Button variant="primary" type="submit" className="h-10" pending={pending}>
            {t("submit")}
          </Button>
        </>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {hasOther && codes === "recovery" && (
          <a className="underline" href={`/dashboard/sign-in/second-step?${query}`}>
            {t("secondStep.otherWay")}
          </a>
        )}
        {codes !== "recovery" && (
          <a className="underline" href={`/dashboard/sign-in/second-step?${query}&recovery`}>
            {t("secondStep.useRecoveryCode")}
          </a>
        )}
        <a className="underline" href={`/dashboard/sign-in?${query}`}>
          {t("another")}
        </a>
      </p>
      {codes === "recovery" && (
        <p className="text-pretty text-secondary text-small">
          {t.rich("secondStep.noCodeLeft", { command: resetCommand, code })}
        </p>
      )}
    </form>
  );
}
