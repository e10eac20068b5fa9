import type { OwnAddress } from "../core/destination";
import { lookOf, type PageLook } from "../pages/page-look";
import { languageOf } from "../pages/public-texts";
import { findLoops, type PageKind, type SiteSettings, siteSchema, siteSettingNames, speaksLanguages } from "../pages/site-settings";
import { env } from "./env";
import { PerService } from "./per-service";

/** What owners set in the dashboard, as text by name. */
export type StoredSettings = Readonly<Record<string, string>>;

interface InEffect {
  settings: SiteSettings;
  looks: Map<string, PageLook>;
}

type Listener = (stored: StoredSettings) => void;

const stored = new PerService<StoredSettings>("stored-settings", () => ({}));
const listeners = new PerService("stored-settings-listeners", () => new Set<Listener>());
const inEffect = new PerService<InEffect>("site-settings", () => ({
  settings: { ...readStored(stored.get()), ...givenSettings() },
  looks: new Map(),
}));

/** The settings in effect: those of the environment, then those of the dashboard. */
export function siteSettings(): SiteSettings {
  return inEffect.get().settings;
}

/** The settings that the environment sets, which the dashboard cannot change. */
export function givenSettings(): SiteSettings {
  const all: SiteSettings = env();
  return Object.fromEntries(siteSettingNames.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/** What owners have set in the dashboard, as this thread knows it. */
export function storedSettings(): StoredSettings {
  return stored.get();
}

/** Puts the settings of the dashboard into effect, in this thread and in those that follow it. */
export function useStoredSettings(settings: StoredSettings): void {
  stored.set(settings);
  inEffect.take();
  for (const listen of listeners.get()) listen(settings);
}

export function followStoredSettings(listen: Listener): void {
  listeners.get().add(listen);
  listen(stored.get());
}

/** How the public pages look for a visitor with this Accept-Language header. */
export function lookFor(acceptLanguage: string | null, kind: PageKind = "site"): PageLook {
  const { settings, looks } = inEffect.get();
  const varies = speaksLanguages(settings, kind);
  const language = varies ? languageOf(acceptLanguage) : "en";
  const key = `${language} ${varies}`;
  const known = looks.get(key);
  if (known) return known;
  const look = lookOf(settings, language, new URL(env().BASE_URL).host, kind);
  looks.set(key, look);
  return look;
}

/** What destinations of links may be. */
export function destinationRules(): OwnAddress {
  const { BASE_URL, DASHBOARD_ORIGIN, PORT } = env();
  return { BASE_URL, DASHBOARD_ORIGIN, PORT, schemes: siteSettings().DESTINATION_SCHEMES ?? new Set() };
}

/** Stored settings whose rules have become stricter since, or that lead to a new BASE_URL, have no effect. */
function readStored(texts: StoredSettings): SiteSettings {
  const read: SiteSettings = Object.fromEntries(
    siteSettingNames.flatMap((name) => {
      const value = siteSchema.shape[name].safeParse(texts[name]).data;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  for (const name of findLoops(read, env())) delete read[name];
  return read;
}
