import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Click } from "@/lib/visits/describe/describe-click";

/** A click of a new visitor with only a browser; `rest` overrides fields. */
export function makeClick(linkId: number, createdAt: Date, rest: Partial<Click> = {}): Click {
  return {
    referrer: null,
    country: null,
    region: null,
    city: null,
    device: "Desktop",
    browser: "Firefox",
    os: "Linux",
    locale: null,
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
    id: uuidv7({ msecs: createdAt.getTime() }),
    linkId,
    createdAt,
    isFirstDay: false,
    visitor: randomBytes(16).toString("hex"),
    ...rest,
  };
}
