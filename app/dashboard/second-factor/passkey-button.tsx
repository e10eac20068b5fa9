"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useState, useTransition } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { KeyRound } from "@/components/ui/icons";
import { answerOf } from "@/components/ui/use-action";
import type { ActionResult } from "@/lib/core/action-result";
import { useAskPasskey, useCanPasskey } from "./use-passkey";

interface Props {
  label: string;
  isPrimary?: boolean;
  ask: () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>;
  /** Leaves the page if the passkey is right. */
  submit: (response: unknown) => Promise<ActionResult<unknown>>;
}

/** Signs in with a passkey. Absent where the browser has none. */
export function PasskeyButton({ label, isPrimary = false, ask, submit }: Props) {
  const askBrowser = useAskPasskey();
  const [message, setMessage] = useState<string>();
  const [pending, start] = useTransition();
  const use = () =>
    start(async () => {
      setMessage(undefined);
      const options = await answerOf(ask());
      if (!options.ok) return setMessage(options.message);
      const given = await askBrowser.forKnown(options.value);
      if ("ok" in given) return setMessage(given.message);
      const result = await answerOf(submit(given));
      if (!result.ok) setMessage(result.message);
    });
  if (!useCanPasskey()) return null;
  return (
    <>
      <FormMessage text={message} />
      <Button
        variant={isPrimary ? "primary" : "plain"}
        className="h-10"
        pending={pending}
        onClick={use}
        autoFocus={isPrimary}
      >
        <KeyRound aria-hidden className="size-4" />
        {label}
      </Button>
    </>
  );
}
