import { expect, it, test } from "vitest";
import { scopeName } from "@/components/stats/report/scope-name";
import { parsePageQuery } from "@/lib/stats/query/page-query";
import { useTexts as textsOf } from "../../../support/english-texts";

const nameOf = (address: string) =>
  scopeName({}, parsePageQuery(Object.fromEntries(new URLSearchParams(address)), "UTC"), {
    t: textsOf("stats.scope"),
    labels: textsOf("stats.labels"),
    filters: textsOf("stats.filters"),
    locale: "en",
  });

test.each([
  ["utm_campaign=spring", "Campaign spring"],
  ["utm_campaign_is=spring", "Campaign spring"],
  ["utm_campaign=None", "No campaign"],
  ["utm_campaign_is=None", "Campaign None"],
  ["utm_campaign_not=None", "Campaign is not No campaign"],
  ["utm_campaign=!spring", "Campaign is not spring"],
  ["utm_campaign_is=!spring", "Campaign !spring"],
  ["utm_source_is=None", "Source None"],
  ["utm_source_is=", "No source"],
  ["utm_source_not=news", "Source is not news"],
  ["utm_medium=email", "Medium email"],
  ["utm_medium_is=None", "Medium None"],
  ["utm_medium_not=email", "Medium is not email"],
  ["utm_source=news&utm_medium=email", "Channel news"],
  ["utm_source=None&utm_medium=None", "No channel"],
  ["utm_source_is=None&utm_medium=email", "Source None, Medium email"],
  ["utm_campaign=spring&utm_source=news", "Campaign spring, Source news"],
  ["country=DE", "Germany"],
  ["utm_campaign=spring&country=DE", "Campaign spring, Germany"],
  ["country=!DE&device=Mobile", "Country is not Germany, Mobile"],
])("statistics of %s are called %s", (address, name) => {
  expect(nameOf(address)).toBe(name);
});

it("several labels are all named", () => {
  const query = parsePageQuery(
    { utm_campaign: ["None", "spring"], utm_campaign_is: "None" },
    "UTC",
  );
  const texts = {
    t: textsOf("stats.scope"),
    labels: textsOf("stats.labels"),
    filters: textsOf("stats.filters"),
    locale: "en",
  };
  expect(scopeName({}, query, texts)).toBe("Campaign No campaign, spring, None");
});
