import { type ClientSoftware, readClientSoftware } from "../core/client-software";
import { dayMs } from "../core/day";
import { readLocale } from "../core/locale";
import type { Place } from "../core/place";
import { type Campaign, readCampaign } from "./campaign";
import { clickId } from "./click-id";
import { readReferrer } from "./referrer";
import type { Visit } from "./visit";

/** One click as it is kept: nothing in it leads back to a person once the day's salt is gone. */
export interface Click extends Place, ClientSoftware, Campaign {
  /** UUIDv7, made here so that writing the same click twice is harmless. */
  id: string;
  linkId: number;
  createdAt: Date;
  /** Within 24 hours of the making of its link. */
  isFirstDay: boolean;
  /** See `hashVisitor`. */
  visitor: string;
  referrer: string | null;
  locale: string | null;
}

/** What a click keeps of who came and from where. */
export interface Origin {
  /** See `hashVisitor`. */
  visitor: string;
  /** See `visitorPlace`. */
  place: Place;
}

/** Turns a visit into the click that is kept. `ownHost` is the host name of the service itself. */
export function describeClick(visit: Visit, link: { linkId: number; createdAt: Date }, { visitor, place }: Origin, ownHost: string): Click {
  return {
    id: clickId(visit.at),
    linkId: link.linkId,
    createdAt: visit.at,
    isFirstDay: isFirstDay(visit.at, link.createdAt),
    visitor,
    referrer: readReferrer(visit.header("referer"), ownHost),
    locale: readLocale(visit.header("accept-language")),
    ...place,
    ...readClientSoftware(visit.header("user-agent")),
    ...readCampaign(visit.query),
  };
}

/** Whether an instant lies within 24 hours of the making of a link. */
export function isFirstDay(at: Date, linkCreatedAt: Date): boolean {
  const age = at.getTime() - linkCreatedAt.getTime();
  return age >= 0 && age < dayMs;
}
