import type { CampaignRule } from "../core/campaign-rule";
import { isSameService, type OwnAddress } from "../core/destination";
import { parseUrl } from "../core/hosts";
import type { NewLinkDefaults } from "../core/new-link-defaults";
import { lookOf, type PageLook } from "../pages/page-look";
import {
  type DomainSetting,
  domainSchema,
  domainSettingName,
  findLoops,
  isLoop,
  type SiteSettings,
  siteSchema,
  siteSettingNames,
} from "../pages/site-schema";
import { languageOf } from "../texts/languages";
import { isDevelopment } from "../texts/own-file";
import type { Env } from "./env";
import { running } from "./running";
import {
  type ServerSetting,
  type ServerSettings,
  serverOf,
  serverSchema,
  serverSettingNames,
} from "./server-settings";

/** What owners set in the dashboard, as text by name. */
export type StoredSettings = Readonly<Record<string, string>>;

type Listener = (stored: StoredSettings) => void;

/** The settings in effect: those of the environment, then those of the dashboard. */
export class SettingsInEffect {
  /** What owners have set in the dashboard, as this thread knows it. */
  stored: StoredSettings = {};
  private readonly listeners = new Set<Listener>();
  private known: {
    settings: SiteSettings;
    ofServers: ServerSettings;
    ofDomains: ReadonlyMap<string, string>;
    looks: Map<string, PageLook>;
  } | null = null;

  constructor(readonly config: Env) {}

  /** Puts the settings of the dashboard into effect, in this thread and in those that follow it. */
  use(stored: StoredSettings): void {
    this.stored = stored;
    this.known = null;
    for (const listen of this.listeners) listen(stored);
  }

  /** Those that would be in effect with these of the dashboard. */
  with(stored: StoredSettings): SettingsInEffect {
    const others = new SettingsInEffect(this.config);
    others.use(stored);
    return others;
  }

  follow(listen: Listener): void {
    this.listeners.add(listen);
    listen(this.stored);
  }

  get(): SiteSettings {
    return this.inEffect().settings;
  }

  /** A setting that a further host may have of its own. Null: of every other host. */
  at(domain: string | null, setting: DomainSetting): string | undefined {
    const { settings, ofDomains } = this.inEffect();
    const own = domain === null ? undefined : ofDomains.get(domainSettingName(setting, domain));
    return own ?? settings[setting];
  }

  /** The settings that the environment sets, which the dashboard cannot change. */
  given(): SiteSettings {
    const all: SiteSettings = this.config;
    return Object.fromEntries(
      siteSettingNames.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
    );
  }

  /** Those of the mail server and of single sign-on. Secrets of the dashboard are sealed. */
  ofServers(): ServerSettings {
    const given: ServerSettings = this.config;
    const { ofServers } = this.inEffect();
    return Object.fromEntries(
      serverSettingNames.map((name) => [
        name,
        this.givenServer(name) ? given[name] : ofServers[name],
      ]),
    );
  }

  /** By which variable the environment sets a setting of a server, if it does. */
  givenServer(name: ServerSetting): ServerSetting | null {
    const given: ServerSettings = this.config;
    return [serverOf(name), name].find((each) => given[each] !== undefined) ?? null;
  }

  /** How the public pages look for a visitor with this Accept-Language header. */
  lookFor(acceptLanguage: string | null): PageLook {
    const { settings, looks } = this.inEffect();
    const language = settings.PUBLIC_LANGUAGES === false ? "en" : languageOf(acceptLanguage ?? "");
    const known = looks.get(language);
    if (known && !isDevelopment) return known;
    const look = lookOf(settings, language, new URL(this.config.BASE_URL).host);
    looks.set(language, look);
    return look;
  }

  /** What destinations of links may be. */
  destinationRules(): OwnAddress {
    const { BASE_URL, DASHBOARD_ORIGIN, DOMAINS, PORT } = this.config;
    const { DESTINATION_SCHEMES: schemes = new Set(), DESTINATION_HOSTS: hosts = new Set() } =
      this.get();
    return { BASE_URL, DASHBOARD_ORIGIN, DOMAINS, PORT, schemes, hosts };
  }

  /** Whether an address is at a host of this service. */
  isOwnAddress(address: string): boolean {
    const url = parseUrl(address);
    return url !== null && isSameService(url, this.destinationRules());
  }

  private inEffect() {
    this.known ??= {
      settings: { ...this.readStored(), ...this.given() },
      ofServers: this.readServers(),
      ofDomains: this.readDomains(),
      looks: new Map(),
    };
    return this.known;
  }

  /**
   * Stored settings whose rules have become stricter since, or that lead to a new BASE_URL, have no
   * effect.
   */
  private readStored(): SiteSettings {
    const read: SiteSettings = Object.fromEntries(
      siteSettingNames.flatMap((name) => {
        const value = siteSchema.shape[name].safeParse(this.stored[name]).data;
        return value === undefined ? [] : [[name, value]];
      }),
    );
    for (const name of findLoops(read, this.config)) delete read[name];
    return read;
  }

  private readServers(): ServerSettings {
    return Object.fromEntries(
      serverSettingNames.flatMap((name) => {
        const value = serverSchema.shape[name].safeParse(this.stored[name]).data;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  private readDomains(): ReadonlyMap<string, string> {
    const { shape } = domainSchema(this.config.DOMAINS);
    return new Map(
      Object.entries(shape).flatMap(([name, schema]) => {
        const address = schema.safeParse(this.stored[name]).data;
        return address === undefined || isLoop(address, this.config) ? [] : [[name, address]];
      }),
    );
  }
}

/** Those of the service that this thread runs. */
export function settingsInEffect(): SettingsInEffect {
  return running().settings;
}

export function siteSettings(): SiteSettings {
  return settingsInEffect().get();
}

/** A setting that a further host may have of its own. Null: of every other host. */
export function siteSettingAt(domain: string | null, setting: DomainSetting): string | undefined {
  return settingsInEffect().at(domain, setting);
}

/** Which requests of tools made for YOURLS are answered. */
export function yourlsApi(): NonNullable<SiteSettings["YOURLS_API"]> {
  return siteSettings().YOURLS_API ?? "off";
}

/** How the public pages look for a visitor with this Accept-Language header. */
export function lookFor(acceptLanguage: string | null): PageLook {
  return settingsInEffect().lookFor(acceptLanguage);
}

/** The sites whose pages may show share pages in a frame. */
export function shareFrameOrigins(): ReadonlySet<string> {
  return siteSettings().SHARE_FRAME_ORIGINS ?? new Set();
}

/** How the dashboard writes campaign tags. Visitors' tags stay as they are. */
export function campaignRule(): CampaignRule {
  const { TIDY_CAMPAIGN_TAGS: isTidy = false, CAMPAIGN_MEDIUMS: mediums = [] } = siteSettings();
  return { isTidy, mediums: [...mediums] };
}

/** What the dashboard fills in for a new link. The API has its own defaults. */
export function newLinkDefaults(): NewLinkDefaults {
  const { NEW_LINK_TAGS, NEW_LINK_DAYS, NEW_LINK_FORWARD_QUERY } = siteSettings();
  return {
    tags: [...(NEW_LINK_TAGS ?? [])],
    days: NEW_LINK_DAYS ?? null,
    forwardQuery: NEW_LINK_FORWARD_QUERY ?? false,
  };
}

export function destinationRules(): OwnAddress {
  return settingsInEffect().destinationRules();
}
