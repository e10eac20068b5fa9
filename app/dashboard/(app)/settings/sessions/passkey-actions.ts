"use server";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { SluglineError } from "@/lib/core/errors";
import { confirmPassword } from "@/lib/owners/confirm-password";
import { findDeviceOwner } from "@/lib/owners/device-cookie";
import { removePasskey } from "@/lib/owners/second-factor/change-factors";
import { newPasskeySchema } from "@/lib/owners/second-factor/passkey-response";
import { newPasskeyOptions, addPasskey as storePasskey } from "@/lib/owners/second-factor/passkeys";
import { passkeyNameSchema } from "../../../second-factor/new-passkey";
import { argument, ownerAction, ownerFormAction } from "../../../server-action";
import { confirmed, showChange } from "./show-change";

const newSchema = confirmed.extend({ name: passkeyNameSchema });

/** Without the password nobody gets the challenge that a new passkey answers. */
export async function submitPasskeyStart(
  _before: FormState<PublicKeyCredentialCreationOptionsJSON>,
  form: FormData,
): Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>> {
  return ownerFormAction(
    "submitPasskeyStart",
    form,
    { schema: newSchema },
    async (data, session) => {
      const now = new Date();
      const { owner } = await confirmPassword(data.currentPassword, session, now);
      return newPasskeyOptions(owner, now);
    },
  );
}

/** Returns recovery codes with the first factor, else an empty list. */
export async function addPasskey(response: unknown, name: string): Promise<ActionResult<string[]>> {
  return ownerAction("addPasskey", async (session) => {
    const passkey = {
      response: argument(response, newPasskeySchema),
      name: argument(name, passkeyNameSchema),
    };
    const owner = await findDeviceOwner({ id: session.owner.id });
    const changer = owner && { owner, by: session.by, sessionId: session.id };
    const codes = changer && (await storePasskey(changer, passkey, new Date()));
    if (codes === null) throw new SluglineError("forbidden", "passkeyUnknown");
    await showChange(session);
    return codes;
  });
}

const removalSchema = confirmed.extend({ id: z.string().min(1).max(2_000) });

export async function submitPasskeyRemoval(
  _before: FormState,
  form: FormData,
): Promise<ActionResult> {
  return ownerFormAction(
    "submitPasskeyRemoval",
    form,
    { schema: removalSchema },
    async (data, session) => {
      const now = new Date();
      await removePasskey(await confirmPassword(data.currentPassword, session, now), data.id, now);
      await showChange(session);
    },
  );
}
