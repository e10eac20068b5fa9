import { describe, expect, it } from "vitest";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { listOtherLabels } from "@/lib/stats/report/other-labels";

const now = new Date("2026-11-19T10:20:00Z");

/** By what is filtered: which breakdown was read, with which filters left. */
function list(given: Record<string, string>, hasChannels: boolean, options = {}) {
  const query = statisticsQuery(statsQuerySchema.parse(given), now);
  return listOtherLabels(
    async ({ filters }, { breakdowns }) => ({
      hasChannels,
      read: `${breakdowns} with ${Object.keys(filters)
        .filter((name) => filters[name as never])
        .toSorted()}`,
    }),
    query,
    now,
    options,
  );
}

describe("other labels", () => {
  const filters = { utm_source: "mail", utm_medium: "email", country: "CH" };

  it("of a source are other channels", async () => {
    const others = await list(filters, true);
    expect(others.channel?.read).toBe("sourceMedium with country");
    expect(others.country?.read).toBe("country with utm_medium,utm_source");
    expect(others.utm_medium?.read).toBe("medium with country,utm_source");
    expect(others.utm_source).toBeUndefined();
  });

  it("of a source are other sources where channels were not counted", async () => {
    const others = await list(filters, false);
    expect(others.utm_source?.read).toBe("source with country,utm_medium");
    expect((await list({ utm_medium: "email" }, false)).utm_source).toBeUndefined();
  });

  it("of a source are none where no channels are shown", async () => {
    expect(await list({ utm_source: "mail" }, true, { hasChannels: false })).toEqual({});
  });
});
