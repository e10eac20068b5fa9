import { z } from "zod";
import { cutText, isDamaged, trimInvisible } from "../core/clean-text";
import { findDestinationProblem, isSameService, type OwnAddress } from "../core/destination";
import { type Domains, withoutPort } from "../core/domain-origin";
import {
  parseDomain,
  parseHostPattern,
  parseOrigin,
  parseUrl,
  requestedHosts,
  withoutUsualPort,
} from "../core/hosts";
import { cleanTag, findTagProblem, mostTags, uniqueTags } from "../core/tag";
import { asText, says } from "../texts/sentence";
import { logoOfDataUrl, type SiteLogo } from "./site-logo";

/**
 * Settings of the public pages, of destinations, of new links, of campaign tags and of the YOURLS
 * endpoint, by the names of their environment variables. All are off by default, and an owner may set each one in the
 * dashboard while the environment does not (`lib/config/site-settings.ts`).
 */

const longestSlug = "x".repeat(64);

/** A full web address, for visitors to open or to be forwarded to. */
const webAddress = z
  .string()
  .overwrite(trimInvisible)
  .superRefine((text, context) => {
    const problem =
      findDestinationProblem(text, null) ??
      findDestinationProblem(withSlug(text, longestSlug), null);
    if (problem) context.addIssue(asText(problem.sentence));
    // A visitor would choose the host.
    else if (new URL(text).host.includes("{"))
      context.addIssue(says("mustHaveNoSlugInHost", { slug: "{slug}" }));
  });

export const switched = z
  .enum(["true", "false"], { error: says("mustBeFlag") })
  .transform((value) => value === "true");

const siteName = z
  .string()
  .trim()
  .refine(
    (text) => text !== "" && [...text].length <= 60 && !/\p{Cc}/u.test(text) && !isDamaged(text),
    says("mustBeSiteName"),
  );

/** A `data:` URL. The environment may also name a file. */
const siteLogo = z.string().transform((text, context): SiteLogo => {
  const logo = logoOfDataUrl(text);
  if (typeof logo !== "string") return logo;
  context.addIssue(logo);
  return z.NEVER;
});

const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, says("mustBeAccent"))
  .transform((text) => text.toLowerCase());

/** Becomes a URI, as security.txt needs it. */
const contact = z
  .string()
  .trim()
  .transform((text, context) => {
    const email = text.replace(/^mailto:/i, "");
    if (z.email().safeParse(email).success) return `mailto:${email}`;
    const { href } = parseUrl(text) ?? {};
    if (
      href?.startsWith("https:") &&
      findDestinationProblem(text, null) === null &&
      findDestinationProblem(href, null) === null
    )
      return href;
    context.addIssue(says("mustBeContact"));
    return z.NEVER;
  });

/** Schemes that run code, read files or show something else than they say. */
export const forbiddenSchemes: ReadonlySet<string> = new Set(
  "about blob chrome chrome-extension cid content data edge feed file filesystem jar javascript jscript livescript mhtml mid mocha moz-extension ms-msdt res resource search-ms vbscript view-source wyciwyg".split(
    " ",
  ),
);

const schemes = z.string().transform((text, context): ReadonlySet<string> => {
  const named = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((name) => name.toLowerCase().replace(/:(?:\/\/)?$/, ""));
  const invalid = named.find((name) => !/^[a-z][a-z0-9+.-]*$/.test(name));
  const forbidden = named.find((name) => forbiddenSchemes.has(name));
  if (invalid !== undefined) context.addIssue(says("mustBeSchemes", { invalid }));
  if (forbidden !== undefined) context.addIssue(says("mustNotHaveScheme", { scheme: forbidden }));
  return new Set(named.filter((name) => name !== "http" && name !== "https"));
});

/** A list of what `read` makes of each entry; null is refused by the sentence `id`. */
const listOf = (
  read: (entry: string) => string | null,
  id: "mustBeHosts" | "mustBeIosApps" | "mustBeAndroidApps",
) =>
  z.string().transform((text, context): ReadonlySet<string> => {
    const named = text.split(/[\s,]+/).filter(Boolean);
    const entries = named.map(read);
    const invalid = named.find((_, at) => entries[at] === null);
    if (invalid !== undefined) context.addIssue(says(id, { invalid: cutText(invalid, 100) }));
    return new Set(entries.filter((each) => each !== null));
  });

const iosApp = /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/;
const androidApp = /^[a-z]\w*(?:\.[a-z]\w*)+=[0-9a-f]{2}(?::[0-9a-f]{2}){31}$/i;

function androidAppOf(entry: string): string | null {
  const [name = "", fingerprint = ""] = entry.split("=");
  return androidApp.test(entry) ? `${name}=${fingerprint.toUpperCase()}` : null;
}

/** Sites whose pages may show share pages in a frame. */
const frameOrigins = z.string().transform((text, context): ReadonlySet<string> => {
  const named = text.split(/[\s,]+/).filter(Boolean);
  const origins = named.map(parseOrigin);
  // A host may have characters that mean something in a policy of the browser.
  const invalid = named.find((_, at) => !/^https?:\/\/[\w.:[\]-]+$/.test(origins[at] ?? ""));
  if (invalid !== undefined)
    context.addIssue(says("mustBeOrigins", { invalid: cutText(invalid, 100) }));
  if (named.length > mostFrameOrigins)
    context.addIssue(says("mustHaveFewerOrigins", { most: mostFrameOrigins }));
  return new Set(origins.filter((each) => each !== null));
});
const mostFrameOrigins = 50;

/** The tags that the dashboard gives a new link, unless its form says otherwise. */
const newLinkTags = z.string().transform((text, context): ReadonlySet<string> => {
  const names = uniqueTags(text.split(",").map(cleanTag).filter(Boolean));
  const problem = names.map(findTagProblem).find((found) => found !== null);
  if (problem) context.addIssue(says("mustBeTagNames", { problem: problem.sentence }));
  if (names.length > mostTags) context.addIssue(says("mustBeFewerTags", { most: mostTags }));
  return new Set(names);
});

const newLinkDays = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,3}$/, says("mustBeDays"))
  .transform(Number);

/** The media that the dashboard offers for channels. */
const mediums = z.string().transform((text, context): ReadonlySet<string> => {
  const named = text.split(",").map(trimInvisible).filter(Boolean);
  if (named.length > mostMediums || named.some((name) => name.length > 255 || isDamaged(name)))
    context.addIssue(says("mustBeMediums", { most: mostMediums }));
  return new Set(named);
});
const mostMediums = 50;

export const siteSchema = z
  .object({
    HOME_URL: webAddress,
    NOT_FOUND_URL: webAddress,
    EXPIRED_URL: webAddress,
    SITE_NAME: siteName,
    SITE_LOGO: siteLogo,
    ACCENT_COLOR: color,
    IMPRINT_URL: webAddress,
    PRIVACY_URL: webAddress,
    ABUSE_CONTACT: contact,
    PUBLIC_LANGUAGES: switched,
    PREVIEW_PAGES: switched,
    SHARE_FRAME_ORIGINS: frameOrigins,
    DESTINATION_SCHEMES: schemes,
    DESTINATION_HOSTS: listOf(parseHostPattern, "mustBeHosts"),
    IOS_APPS: listOf((entry) => (iosApp.test(entry) ? entry : null), "mustBeIosApps"),
    ANDROID_APPS: listOf(androidAppOf, "mustBeAndroidApps"),
    IGNORE_CASE: switched,
    NEW_LINK_TAGS: newLinkTags,
    NEW_LINK_DAYS: newLinkDays,
    NEW_LINK_FORWARD_QUERY: switched,
    TIDY_CAMPAIGN_TAGS: switched,
    CAMPAIGN_MEDIUMS: mediums,
    YOURLS_API: z.enum(["off", "on", "get"], { error: says("mustBeOffOnGet") }),
  })
  .partial();

export type SiteSettings = z.output<typeof siteSchema>;
export type SiteSetting = keyof SiteSettings;
export const siteSettingNames = Object.keys(siteSchema.shape) as SiteSetting[];

/** Where visitors are forwarded to. */
const forwards = ["HOME_URL", "NOT_FOUND_URL", "EXPIRED_URL"] as const;

export const loopProblem = says("mustNotLoop");

/** The settings that would lead visitors in a circle. */
export function findLoops(settings: SiteSettings, own: OwnAddress): SiteSetting[] {
  return forwards.filter((name) => isLoop(settings[name], own));
}

export function isLoop(address: string | undefined, own: OwnAddress): boolean {
  return address !== undefined && isSameService(new URL(address), own);
}

/**
 * Where to forward a request to; undefined if nothing is set, or if it is the requested host
 * itself: the service may be reachable at other hosts than that of BASE_URL, which `findLoops`
 * knows. A proxy may send that host in another header than `Host`; whoever makes it up only stays
 * here.
 */
export function forwardFrom(
  address: string | undefined,
  header: (name: string) => string | null,
): string | undefined {
  if (address === undefined) return undefined;
  const { host } = new URL(address);
  const asked = [...requestedHosts(header)].map(withoutUsualPort);
  return asked.includes(withoutUsualPort(host)) ? undefined : address;
}

/** What each further host may have of its own, in place of the setting of the same name. */
const domainSettings = ["HOME_URL", "NOT_FOUND_URL"] as const;
export type DomainSetting = (typeof domainSettings)[number];

/** Under which name such a setting is stored. `domain`: as DOMAINS lists it. */
export function domainSettingName(setting: DomainSetting, domain: string): string {
  return `${setting}@${withoutPort(domain)}`;
}

/** The settings that these hosts may have of their own, by name. */
export function domainSchema(domains: Domains) {
  const shape = Object.fromEntries(domainNames(domains).map((name) => [name, webAddress]));
  return z.object(shape).partial();
}

/** The names of all settings of further hosts. */
export function domainNames(domains: Domains): string[] {
  return [...domains.keys()].flatMap((domain) =>
    domainSettings.map((setting) => domainSettingName(setting, domain)),
  );
}

/**
 * The rule of a setting by the name under which it is stored; null for a name that none has. Any host
 * may have been listed.
 */
export function storedSettingSchema(name: string): z.ZodType | null {
  const [, host = ""] = name.split("@", 2);
  const domain = parseDomain(host);
  const known: Record<string, z.ZodType> = {
    ...siteSchema.shape,
    ...(domain === null ? {} : domainSchema(new Map([[domain, domain]])).shape),
  };
  return (Object.hasOwn(known, name) && known[name]) || null;
}

/** NOT_FOUND_URL with the slug that no link has. */
export function withSlug(address: string, slug: string): string {
  return address.replaceAll("{slug}", () => encodeURIComponent(slug.toWellFormed()));
}
