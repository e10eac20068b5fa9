"use server";

import * as commands from "@/lib/commands/people";
import { domainSettingNames } from "@/lib/owners/edit-site-settings";
import { siteSettingNames } from "@/lib/pages/site-schema";
import { action, form } from "../../../server-action";
import { changedFields, loadedFields, overwrites } from "./setting-field";

export const submitSettings = form(commands.saveSettings, {
  sentBy: (entered) => ({
    body: changedFields(entered),
    seen: entered[overwrites] === undefined ? loadedFields(entered) : {},
  }),
  // The browser keeps a chosen logo itself.
  kept: () => [...siteSettingNames.filter((name) => name !== "SITE_LOGO"), ...domainSettingNames()],
  refreshes: "/dashboard/settings",
});

export const allowHost = action(commands.allowHost, (host: string) => ({ host }));
