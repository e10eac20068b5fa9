"use server";

import * as commands from "@/lib/commands/sign-in";
import type { PasskeyStep } from "@/lib/sign-in/second-factor/passkey-steps";
import { action } from "../server-action";

export const askPasskey = action(commands.askPasskey, (body: PasskeyStep) => ({ body }));

export const givePasskey = action(
  commands.givePasskey,
  (step: PasskeyStep, response: unknown, next: string) => ({ body: { step, response, next } }),
  { opens: true },
);

export const askFirstPasskey = action(commands.askFirstPasskey, () => ({}));

export const giveFirstPasskey = action(commands.giveFirstPasskey, (body: unknown) => ({ body }));
