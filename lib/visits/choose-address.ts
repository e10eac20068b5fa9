import { readAppPlatform } from "../core/client-software";
import { type Chosen, chooseDestination, hasRules } from "../core/destination-rules";
import { isBot } from "./describe/classify-visitor";
import { visitorPlace } from "./describe/visitor-place";
import type { Target } from "./find-targets";
import { addressOf } from "./record-visit";
import { isAllowed } from "./refuse-visit";
import type { Visit } from "./visit";

/** To which of its addresses a link leads this visitor. Rules are for people: bots get `url`. */
export function chooseAddress(visit: Visit, target: Target): Chosen {
  if (!hasRules(target) || isBot(visit)) return { destination: "default", url: target.url };
  const platform = readAppPlatform(visit.header("user-agent"));
  const { country } = visitorPlace(visit, addressOf(visit));
  return chooseDestination(target, { platform, country }, isAllowed);
}
