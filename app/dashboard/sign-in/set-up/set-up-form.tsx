"use client";

import { useActionState, useState } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button, buttonStyle } from "@/components/ui/button";
import { KeyRound } from "@/components/ui/icons";
import { answerOf } from "@/components/ui/use-action";
import { useFormAction } from "@/components/ui/use-form-action";
import { type FormState, messageOf } from "@/lib/core/action-result";
import { AppFields, type AppSecret } from "../../second-factor/app-fields";
import { RecoveryCodes } from "../../second-factor/recovery-codes";
import { useAskPasskey, useCanPasskey } from "../../second-factor/use-passkey";
import { askFirstPasskey, giveFirstPasskey } from "../passkey-actions";
import { submitFirstApp } from "./actions";

interface Props {
  next: string;
  email: string;
  /** Null once it is set up. */
  app: AppSecret | null;
  hasPasskeys: boolean;
}

export function SetUpForm({ next, email, app: given, hasPasskeys }: Props) {
  const t = useTexts("signIn.factor");
  const ask = useAskPasskey();
  const canPasskey = useCanPasskey() && hasPasskeys;
  // The page is rendered again with each answer, but the app has the secret that was shown first.
  const [app] = useState(given);
  const { form, state, message, pending } = useFormAction(submitFirstApp);
  const [passkey, usePasskey, isAsking] = useActionState(() => addFirstPasskey(ask.forNew), null);
  const done = state?.ok ? state : passkey?.ok ? passkey : null;
  if (done || !app) {
    return (
      <div className="mt-4 flex flex-col gap-4">
        <p>{t("isSetUp")}</p>
        {done && <RecoveryCodes codes={done.value} account={email} />}
        <a href={next} className={buttonStyle({ variant: "primary", className: "h-10" })}>
          {t("continue")}
        </a>
      </div>
    );
  }
  return (
    <form {...form} className="mt-4 flex flex-col gap-4">
      <p className="text-pretty text-secondary [overflow-wrap:anywhere]">
        {t("isRequired", { email })}
      </p>
      <AppFields app={app} state={state} autoFocus />
      <FormMessage text={messageOf(passkey) ?? message} />
      <Button variant="primary" type="submit" className="h-10" pending={pending}>
        {t("submit")}
      </Button>
      {canPasskey && (
        <Button
          type="submit"
          formAction={usePasskey}
          formNoValidate
          className="h-10"
          pending={pending}
          disabled={isAsking}
        >
          <KeyRound aria-hidden className="size-4" />
          {t("passkeyInstead")}
        </Button>
      )}
    </form>
  );
}

async function addFirstPasskey(
  makePasskey: ReturnType<typeof useAskPasskey>["forNew"],
): Promise<FormState<string[]>> {
  const options = await answerOf(askFirstPasskey());
  if (!options.ok) return options;
  const made = await makePasskey(options.value);
  return "ok" in made ? made : answerOf(giveFirstPasskey(made));
}
