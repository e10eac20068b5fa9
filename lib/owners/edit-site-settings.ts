import { type Actor, recordEvent } from "../audit/record-event";
import type { Env } from "../config/env";
import type { Parts } from "../config/running";
import type { SettingsInEffect } from "../config/site-settings";
import { type FieldRefusal, refusedFields, SluglineError } from "../core/errors";
import { listStoredSettings, storeSettings } from "../database/stored-settings";
import { toDataUrl } from "../pages/site-logo";
import {
  domainNames,
  domainSchema,
  findLoops,
  isLoop,
  loopProblem,
  type SiteSetting,
  type SiteSettings,
  siteSchema,
  siteSettingNames,
} from "../pages/site-schema";
import { readSentence, sentence } from "../texts/sentence";

/** A setting as its form shows it. */
export interface ShownSetting {
  /** Empty if it is not set. */
  value: string;
  /** The environment sets it, so the dashboard cannot change it. */
  isGiven: boolean;
}

export async function listSettings(
  settings: SettingsInEffect,
): Promise<Record<SiteSetting, ShownSetting>> {
  const [given, stored] = [settings.given(), await listStoredSettings()];
  const shown = (name: SiteSetting): ShownSetting =>
    given[name] === undefined
      ? { value: stored[name] ?? "", isGiven: false }
      : { value: textOf(given[name]), isGiven: true };
  return Object.fromEntries(siteSettingNames.map((name) => [name, shown(name)])) as Record<
    SiteSetting,
    ShownSetting
  >;
}

/** What further hosts have of their own, by the name under which it is stored; empty if nothing. */
export async function listDomainSettings({ DOMAINS }: Env): Promise<Record<string, string>> {
  const stored = await listStoredSettings();
  return Object.fromEntries(domainNames(DOMAINS).map((name) => [name, stored[name] ?? ""]));
}

/**
 * Stores what an owner entered, by name; an empty text resets a setting. Leaves those that the
 * environment sets and those that are not named as they are. Throws `validation_failed` with every
 * problem, and `precondition_failed` if one was changed since it was `seen`.
 */
export async function saveSettings(
  { config, settings }: Pick<Parts, "config" | "settings">,
  by: Actor,
  entered: Readonly<Record<string, string>>,
  now: Date,
  seen: Readonly<Record<string, string>> = {},
): Promise<void> {
  const given = settings.given();
  const ofDomains = domainSchema(config.DOMAINS);
  const names = [
    ...siteSettingNames.filter((name) => given[name] === undefined),
    ...domainNames(config.DOMAINS),
  ];
  const texts = new Map(
    names.flatMap((name) =>
      entered[name] === undefined ? [] : [[name, entered[name].trim()] as const],
    ),
  );
  const set = Object.fromEntries([...texts].filter(([, text]) => text !== ""));
  const { data = {}, error } = siteSchema.safeParse(set);
  const { data: addresses = {}, error: wrong } = ofDomains.safeParse(set);
  const loops = [
    ...findLoops(data, config),
    ...Object.keys(addresses).filter((name) => isLoop(addresses[name], config)),
  ];
  const problems: FieldRefusal[] = [
    ...[...(error?.issues ?? []), ...(wrong?.issues ?? [])].map(({ path, message }) => ({
      path: String(path[0]),
      code: "invalid_format" as const,
      sentence: readSentence(message),
    })),
    ...loops.map((path) => ({
      path,
      code: "not_allowed" as const,
      sentence: readSentence(loopProblem),
    })),
  ];
  if (problems.length > 0) throw refusedFields(problems);
  // A logo is stored as it is served: sanitised.
  if (data.SITE_LOGO) texts.set("SITE_LOGO", toDataUrl(data.SITE_LOGO));
  await storeSettings(
    Object.fromEntries([...texts].map(([name, text]) => [name, text || null])),
    (writer, changed) =>
      recordEvent(
        writer,
        { event: "settings-changed", by, detail: sentence("asIs", { text: changed.join(", ") }) },
        now,
      ),
    seen,
  );
}

/** Adds a host to DESTINATION_HOSTS. Throws `forbidden` if the environment sets it. */
export async function allowHost(
  { settings }: Pick<Parts, "settings">,
  by: Actor,
  host: string,
  now: Date,
): Promise<void> {
  if (settings.given().DESTINATION_HOSTS) throw new SluglineError("forbidden", "hostsAreGiven");
  const { DESTINATION_HOSTS: seen = "" } = await listStoredSettings();
  // Without any, every host is allowed.
  if (seen === "") return;
  await storeSettings(
    { DESTINATION_HOSTS: `${seen}, ${host}` },
    (writer) =>
      recordEvent(
        writer,
        { event: "settings-changed", by, detail: sentence("hostAllowed", { host }) },
        now,
      ),
    { DESTINATION_HOSTS: seen },
  );
}

function textOf(value: SiteSettings[SiteSetting]): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  return "bytes" in value ? toDataUrl(value) : [...value].join(", ");
}
