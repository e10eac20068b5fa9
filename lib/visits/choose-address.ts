import { readAppPlatform } from "../core/client-software";
import { type Chosen, chooseDestination, hasRules } from "../core/destination-rules";
import { readLocale } from "../texts/locale";
import { isBot } from "./describe/classify-visitor";
import { visitorPlace } from "./describe/visitor-place";
import type { Target } from "./find-targets";
import { addressOf } from "./record-visit";
import { isAllowed } from "./refuse-visit";
import type { Visit } from "./visit";

/**
 * To which of its addresses a link leads this visitor. Rules are for people: bots get `url`, or what
 * the schedule says in its place.
 */
export function chooseAddress(visit: Visit, target: Target): Chosen {
  if (!hasRules(target)) return { destination: "default", url: target.url };
  const visitor = isBot(visit) ? nobody : visitorOf(visit);
  return chooseDestination(target, { ...visitor, at: visit.at }, isAllowed);
}

const nobody = { platform: null, country: null, locale: null };

function visitorOf(visit: Visit) {
  const platform = readAppPlatform(visit.header("user-agent"));
  const { country } = visitorPlace(visit, addressOf(visit));
  return { platform, country, locale: readLocale(visit.header("accept-language")) };
}
