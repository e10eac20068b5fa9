"use server";

import * as commands from "@/lib/commands/people";
import { env } from "@/lib/config/env";
import { isSecretSetting, serverSettingNames } from "@/lib/config/server-settings";
import { domainNames, siteSettingNames } from "@/lib/pages/site-schema";
import { action, form } from "../../../server-action";
import { changedFields, loadedFields, overwrites } from "./setting-field";

export const submitSettings = form(commands.saveSettings, {
  sentBy: (entered) => ({
    body: changedFields(entered),
    seen: entered[overwrites] === undefined ? loadedFields(entered) : {},
  }),
  // The browser keeps a chosen logo itself.
  kept: () => [
    ...siteSettingNames.filter((name) => name !== "SITE_LOGO"),
    ...domainNames(env().DOMAINS),
    ...serverSettingNames.filter((name) => !isSecretSetting(name)),
  ],
  refreshes: "/dashboard/settings",
});

export const allowHost = action(commands.allowHost, (host: string) => ({ host }));
