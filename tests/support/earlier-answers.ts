import pg from "pg";
import { expect } from "vitest";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getGlobalStatistics } from "@/lib/stats/report/global-statistics";
import { getLinkStatistics } from "@/lib/stats/report/link-statistics";

/** What an earlier version answered about its data at an instant, of each link with `days=60`. */
export interface EarlierAnswers {
  global: object;
  links: Record<string, object>;
}

/** The service of lib in this process answers the same, and perhaps more. */
export async function expectEarlierAnswers(
  { global, links }: EarlierAnswers,
  askedAt: Date,
): Promise<void> {
  const query = statisticsQuery(statsQuerySchema.parse({ days: "60" }), askedAt);
  expect(asJson(await getGlobalStatistics(askedAt))).toMatchObject(global);
  for (const [slug, answer] of Object.entries(links))
    expect(asJson(await getLinkStatistics(slug, query))).toMatchObject(answer);
}

function asJson(answer: object): object {
  return JSON.parse(JSON.stringify(answer)) as object;
}

/**
 * One connection for `work`, as the tools of an earlier version had: none of Slugline's settings.
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: "-c TimeZone=UTC" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
