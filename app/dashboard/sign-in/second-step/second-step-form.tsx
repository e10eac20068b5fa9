"use client";

import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFormAction } from "@/components/ui/use-form-action";
import { messageOf, problemOf } from "@/lib/core/action-result";
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
  const { form, state, pending } = useFormAction(submitSecondStep);
  const query = new URLSearchParams({ next });
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      {codes !== "none" && (
        <>
          {codes === "recovery" ? (
            <Field
              label="Recovery code"
              hint="One that you have not used yet."
              error={problemOf(state, "code")}
            >
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
            Remember this browser for 30 days
          </label>
          <FormMessage text={messageOf(state)} />
          <Button variant="primary" type="submit" className="h-10" disabled={pending}>
            {pending ? "Signing in" : "Sign in"}
          </Button>
        </>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-small">
        {hasOther && codes === "recovery" && (
          <a className="underline" href={`/dashboard/sign-in/second-step?${query}`}>
            Use another way
          </a>
        )}
        {codes !== "recovery" && (
          <a className="underline" href={`/dashboard/sign-in/second-step?${query}&recovery`}>
            Use a recovery code
          </a>
        )}
        <a className="underline" href={`/dashboard/sign-in?${query}`}>
          Sign in as somebody else
        </a>
      </p>
      {codes === "recovery" && (
        <p className="text-pretty text-secondary text-small">
          No recovery code left? Run <code className="mono">{resetCommand}</code> on the server.
        </p>
      )}
    </form>
  );
}
