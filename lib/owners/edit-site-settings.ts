import { type Actor, type Person, recordEvent } from "../audit/record-event";
import type { Env } from "../config/env";
import type { Parts } from "../config/running";
import {
  isSecretSetting,
  type ServerSetting,
  secretSettings,
  serverSchema,
  serverSettingNames,
} from "../config/server-settings";
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
import { readServerSettings, refuseLockOut } from "./edit-server-settings";
import { storedSecret } from "./sealed-setting";

/** A setting as its form shows it. */
export interface ShownSetting {
  /** Empty if it is not set. */
  value: string;
  /** The environment sets it, so the dashboard cannot change it. */
  isGiven: boolean;
  /** By another variable. */
  givenBy?: string;
  /** A secret that is stored, and never shown. */
  isKept?: boolean;
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

/** Those of the mail server and of single sign-on. The environment's have no value here. */
export async function listServerSettings(
  settings: SettingsInEffect,
): Promise<Record<ServerSetting, ShownSetting>> {
  const stored = await listStoredSettings();
  const shown = (name: ServerSetting): ShownSetting => {
    const givenBy = settings.givenServer(name);
    if (givenBy) return { value: "", isGiven: true, givenBy };
    if (!isSecretSetting(name)) return { value: stored[name] ?? "", isGiven: false };
    return { value: "", isGiven: false, isKept: storedSecret(settings, name) !== null };
  };
  return Object.fromEntries(serverSettingNames.map((name) => [name, shown(name)])) as Record<
    ServerSetting,
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
  by: Person,
  entered: Readonly<Record<string, string>>,
  now: Date,
  seen: Readonly<Record<string, string>> = {},
): Promise<void> {
  const given = settings.given();
  const ofDomains = domainSchema(config.DOMAINS);
  const names = [
    ...siteSettingNames.filter((name) => given[name] === undefined),
    ...domainNames(config.DOMAINS),
    ...serverSettingNames.filter((name) => settings.givenServer(name) === null),
  ];
  const texts = new Map(
    names.flatMap((name) =>
      entered[name] === undefined
        ? []
        : [[name, isSecretSetting(name) ? entered[name] : entered[name].trim()] as const],
    ),
  );
  const servers = readServerSettings(texts, await listStoredSettings());
  // An empty secret stays as it is, and no page has shown it.
  for (const name of secretSettings) texts.delete(name);
  const set = Object.fromEntries([...texts].filter(([, text]) => text !== ""));
  const { data = {}, error } = siteSchema.safeParse(set);
  const { data: addresses = {}, error: wrong } = ofDomains.safeParse(set);
  const { error: wrongServer } = serverSchema.safeParse(set);
  const loops = [
    ...findLoops(data, config),
    ...Object.keys(addresses).filter((name) => isLoop(addresses[name], config)),
  ];
  const problems: FieldRefusal[] = [
    ...servers.problems,
    ...[...(error?.issues ?? []), ...(wrong?.issues ?? []), ...(wrongServer?.issues ?? [])].map(
      ({ path, message }) => ({
        path: String(path[0]),
        code: "invalid_format" as const,
        sentence: readSentence(message),
      }),
    ),
    ...loops.map((path) => ({
      path,
      code: "not_allowed" as const,
      sentence: readSentence(loopProblem),
    })),
  ];
  if (problems.length > 0) throw refusedFields(problems);
  // A logo is stored as it is served: sanitised.
  if (data.SITE_LOGO) texts.set("SITE_LOGO", toDataUrl(data.SITE_LOGO));
  for (const [name, text] of servers.sealed) texts.set(name, text);
  await storeSettings(
    Object.fromEntries([...texts].map(([name, text]) => [name, text || null])),
    async (writer, changed) => {
      const removed = await refuseLockOut(writer, changed, by, settings);
      const names = new Set([...changed, ...removed]);
      const detail = sentence("asIs", { text: [...names].join(", ") });
      await recordEvent(writer, { event: "settings-changed", by, detail }, now);
    },
    Object.fromEntries(Object.entries(seen).filter(([name]) => !isSecretSetting(name))),
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
