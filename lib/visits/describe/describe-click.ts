import { cleanCampaignTag } from "../../core/clean-text";
import { type ClientSoftware, canonicalName, readClientSoftware } from "../../core/client-software";
import { dayMs } from "../../core/day";
import type { Domains } from "../../core/domain-origin";
import { canonicalHost } from "../../core/host-label";
import { noDomains } from "../../core/hosts";
import { canonicalPlace, type Place } from "../../core/place";
import { canonicalTag, readLocale } from "../../texts/locale";
import type { Target } from "../find-targets";
import type { Visit } from "../visit";
import { type Campaign, readCampaign } from "./campaign";
import { clickId } from "./click-id";
import { readReferrer } from "./referrer";

/** One stored click. Once the day's salt is destroyed, nothing in it identifies a person. */
export interface Click extends Place, ClientSoftware, Campaign {
  /** UUIDv7, generated here so that writing the same click twice is idempotent. */
  id: string;
  linkId: number;
  createdAt: Date;
  /** Within 24 hours of the link's creation. */
  isFirstDay: boolean;
  visitor: string;
  referrer: string | null;
  locale: string | null;
  /** The alias by which the visitor came. Left out of a click by the link's own slug. */
  alias?: string | undefined;
  /** The rule that chose the address: a platform or country. Left out of a click to `url`. */
  destination?: string | undefined;
  /** The further host by which the visitor came. Left out of every other click. */
  domain?: string | undefined;
}

/**
 * The labels of a click in their canonical form. Those of a new click are, because each reader
 * returns it; those in the journal of an earlier version may not be.
 */
export function withCanonicalLabels<
  C extends Place & ClientSoftware & Campaign & Pick<Click, "referrer" | "locale">,
>(click: C): C {
  return {
    ...click,
    ...canonicalPlace(click),
    referrer: click.referrer === null ? null : canonicalHost(click.referrer),
    browser: canonicalName(click.browser),
    os: canonicalName(click.os),
    locale: click.locale === null ? null : canonicalTag(click.locale),
    utmSource: cleanCampaignTag(click.utmSource),
    utmMedium: cleanCampaignTag(click.utmMedium),
    utmCampaign: cleanCampaignTag(click.utmCampaign),
  };
}

interface Origin {
  visitor: string;
  place: Place;
  /** As in `Chosen`. */
  destination?: string | undefined;
}

/** Converts a visit to a click. `ownHost` and `domains`: the hosts of the service itself. */
export function describeClick(
  visit: Visit,
  link: Pick<Target, "linkId" | "createdAt" | "alias">,
  { visitor, place, destination = "default" }: Origin,
  ownHost: string,
  domains: Domains = noDomains,
): Click {
  const click: Click = {
    id: clickId(visit.at),
    linkId: link.linkId,
    createdAt: visit.at,
    isFirstDay: isFirstDay(visit.at, link.createdAt),
    visitor,
    referrer: readReferrer(visit.header("referer"), ownHost, domains),
    locale: readLocale(visit.header("accept-language")),
    ...place,
    ...readClientSoftware(visit.header("user-agent")),
    ...readCampaign(visit.query),
  };
  if (link.alias) click.alias = link.alias;
  if (destination !== "default") click.destination = destination;
  if (visit.domain !== null) click.domain = visit.domain;
  return click;
}

/** Whether `at` is within 24 hours of the link's creation. */
export function isFirstDay(at: Date, linkCreatedAt: Date): boolean {
  const age = at.getTime() - linkCreatedAt.getTime();
  return age >= 0 && age < dayMs;
}
