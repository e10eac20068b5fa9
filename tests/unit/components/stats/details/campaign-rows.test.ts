import { expect, it } from "vitest";
import { withCampaign } from "@/components/stats/details/campaign-rows";

const without = { utm_source: { is: [], isNot: ["None"] } };

it.each([
  ["spring", false, true, { utm_campaign: { is: ["spring"], isNot: [] } }],
  ["None", false, false, { utm_campaign: { is: ["None"], isNot: [] }, ...without }],
  ["None", false, true, { utm_campaign: { is: [], isNot: [], named: [""] }, ...without }],
  ["None", true, true, { utm_campaign: { is: [], isNot: [], named: ["None"] } }],
  ["Other", true, false, { utm_campaign: { is: ["Other"], isNot: [] } }],
  ["Other", false, false, {}],
] as const)(
  "the campaign %s opens its own clicks (sent: %s, ambiguous: %s)",
  (campaign, isSent, isAmbiguous, filters) => {
    expect(withCampaign({}, { campaign, isSent }, isAmbiguous)).toEqual(filters);
  },
);
