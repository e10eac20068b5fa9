import type { Language } from "../texts/languages";
import { type Accent, accentOf } from "./accent";
import { type PublicTexts, publicTexts } from "./public-texts";
import type { SiteSettings } from "./site-schema";

/** How the public pages look: what an owner has set, in the language of the visitor. */
export interface PageLook {
  texts: PublicTexts;
  /** Another visitor may get another language. */
  varies: boolean;
  name: string | null;
  logo: { src: string; alt: string } | null;
  accent: Accent | null;
  /** Imprint, privacy and abuse contact, for the foot of each page. */
  links: readonly { text: string; href: string }[];
}

/** With nothing set. */
export const plainLook: PageLook = {
  texts: publicTexts("en"),
  varies: false,
  name: null,
  logo: null,
  accent: null,
  links: [],
};

/** `host` names the service in place of a logo that has no name. */
export function lookOf(settings: SiteSettings, language: Language, host: string): PageLook {
  const {
    SITE_NAME: name = null,
    SITE_LOGO: logo,
    ACCENT_COLOR,
    IMPRINT_URL,
    PRIVACY_URL,
    ABUSE_CONTACT,
    IGNORE_CASE,
  } = settings;
  const known = publicTexts(language);
  const texts = IGNORE_CASE ? { ...known, caseCounts: "" } : known;
  const links = [
    { text: texts.imprint, href: IMPRINT_URL },
    { text: texts.privacy, href: PRIVACY_URL },
    { text: texts.reportAbuse, href: ABUSE_CONTACT },
  ];
  return {
    texts,
    varies: settings.PUBLIC_LANGUAGES !== false,
    name,
    logo: logo ? { src: logo.address, alt: name ?? host } : null,
    accent: ACCENT_COLOR === undefined ? null : accentOf(ACCENT_COLOR),
    links: links.flatMap(({ text, href }) => (href === undefined ? [] : [{ text, href }])),
  };
}
