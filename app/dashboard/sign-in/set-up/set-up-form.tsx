"use client";

import { useState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button, buttonStyle } from "@/components/ui/button";
import { useFormAction } from "@/components/ui/use-form-action";
import { messageOf } from "@/lib/core/action-result";
import { AppFields, type AppSecret } from "../../second-factor/app-fields";
import { RecoveryCodes } from "../../second-factor/recovery-codes";
import { submitFirstApp } from "./actions";

interface Props {
  next: string;
  email: string;
  /** Null once it is set up. */
  app: AppSecret | null;
}

export function SetUpForm({ next, email, app: given }: Props) {
  // The page is rendered again with each answer, but the app has the secret that was shown first.
  const [app] = useState(given);
  const { form, state, pending } = useFormAction(submitFirstApp);
  if (state?.ok || !app) {
    return (
      <div className="mt-4 flex flex-col gap-4">
        <p>Your second factor is set up.</p>
        {state?.ok && <RecoveryCodes codes={state.value} account={email} />}
        <a href={next} className={buttonStyle({ variant: "primary", className: "h-10" })}>
          Continue
        </a>
      </div>
    );
  }
  return (
    <form {...form} className="mt-4 flex flex-col gap-4">
      <p className="text-pretty text-secondary [overflow-wrap:anywhere]">
        This server requires one to sign in. From now on, signing in as {email} needs the password
        and a code of your phone.
      </p>
      <AppFields app={app} state={state} autoFocus />
      <FormMessage text={messageOf(state)} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        Set up and sign in
      </Button>
    </form>
  );
}
