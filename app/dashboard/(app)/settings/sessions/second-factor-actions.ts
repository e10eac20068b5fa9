"use server";

import type { ActionResult, FormState } from "@/lib/core/action-result";
import { refusedField } from "@/lib/core/errors";
import { confirmPassword } from "@/lib/owners/confirm-password";
import { removeApp, renewRecoveryCodes, setUpApp } from "@/lib/owners/second-factor/change-factors";
import { newAppSchema } from "../../../second-factor/new-app";
import { ownerFormAction } from "../../../server-action";
import { confirmed, showChange } from "./show-change";

/** Returns recovery codes with the first factor, else an empty list. */
export async function submitApp(
  _before: FormState<string[]>,
  form: FormData,
): Promise<ActionResult<string[]>> {
  const schema = newAppSchema.extend(confirmed.shape);
  return ownerFormAction("submitApp", form, { schema }, async (data, session) => {
    const { currentPassword, ...app } = data;
    const now = new Date();
    const changer = await confirmPassword(currentPassword, session, now);
    const codes = await setUpApp(changer, app, now);
    if (codes === null) throw refusedField("code", "codeWrong");
    await showChange(session);
    return codes;
  });
}

export async function submitAppRemoval(_before: FormState, form: FormData): Promise<ActionResult> {
  return ownerFormAction("submitAppRemoval", form, { schema: confirmed }, async (data, session) => {
    const now = new Date();
    await removeApp(await confirmPassword(data.currentPassword, session, now), now);
    await showChange(session);
  });
}

/** Returns the new codes, which replace all earlier ones. */
export async function submitRecoveryCodes(
  _before: FormState<string[]>,
  form: FormData,
): Promise<ActionResult<string[]>> {
  return ownerFormAction(
    "submitRecoveryCodes",
    form,
    { schema: confirmed },
    async ({ currentPassword }, session) => {
      const now = new Date();
      const changer = await confirmPassword(currentPassword, session, now);
      const codes = await renewRecoveryCodes(changer, now);
      await showChange(session);
      return codes;
    },
  );
}
