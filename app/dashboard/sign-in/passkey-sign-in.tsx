"use client";

import type { PasskeyStep } from "@/lib/sign-in/second-factor/passkey-steps";
import { PasskeyButton } from "../second-factor/passkey-button";
import { askPasskey, givePasskey } from "./passkey-actions";

interface Props {
  step: PasskeyStep;
  next: string;
  label: string;
  isPrimary?: boolean;
}

export function PasskeySignIn({ step, next, ...button }: Props) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <PasskeyButton
        {...button}
        ask={() => askPasskey(step)}
        submit={(response) => givePasskey(step, response, next)}
      />
    </div>
  );
}
