"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { ActionResult, FormState } from "@/lib/core/action-result";
import { domainSettingNames, saveSettings } from "@/lib/owners/edit-site-settings";
import { siteSettingNames } from "@/lib/pages/site-schema";
import { ownerFormAction } from "../../../server-action";
import { changedFields, loadedFields, overwrites } from "./setting-field";

const schema = z.record(z.string(), z.string());
/** The browser keeps a chosen logo itself. */
const kept = siteSettingNames.filter((name) => name !== "SITE_LOGO");

export async function submitSettings(_before: FormState, form: FormData): Promise<ActionResult> {
  return ownerFormAction(
    "submitSettings",
    form,
    { schema, kept: [...kept, ...domainSettingNames()] },
    async (entered, { by }) => {
      const seen = entered[overwrites] === undefined ? loadedFields(entered) : {};
      await saveSettings(by, changedFields(entered), new Date(), seen);
      revalidatePath("/dashboard/settings", "layout");
    },
  );
}
