import { rangeOfDates } from "../core/date-range";
import { addDays } from "../core/local-time";
import { preferReplica } from "../database/in-snapshot";
import { parsePageQuery, toStatisticsQuery } from "../stats/query/page-query";
import { getLinkHistory } from "../stats/report/link-history";
import { getLinkReport } from "../stats/report/link-report";
import { readStatistics } from "../stats/report/read-statistics";
import { summarize } from "../stats/report/story";
import { listTopLinks } from "../stats/report/top-links";
import type { Language } from "../texts/languages";
import { textsIn } from "../texts/translate";
import { readDropped } from "./dropped";
import { asName } from "./plain-host";
import { listReceivers } from "./receivers";

const mostLinks = 10;

interface Digest {
  from: string;
  to: string;
  timeZone: string;
  /** On all links. */
  clicks: number;
  /** Those with the most clicks, each with the sentence of its page for this week. */
  links: { slug: string; title: string | null; clicks: number; text: string }[];
  /** Receivers that had no room for so many messages in these days. */
  dropped?: { receiver: string; messages: number }[];
  [fact: string]: unknown;
}

/** The seven days before `date`. Null if nobody clicked anything and no message was dropped. */
export async function writeDigest(
  date: string,
  timeZone: string,
  now: Date,
  language: Language,
): Promise<Digest | null> {
  const [from, to] = [addDays(date, -7), addDays(date, -1)];
  const dateRange = rangeOfDates(from, to, timeZone);
  const query = parsePageQuery({ from, to }, timeZone);
  const t = textsIn(language, "messages");
  const links: Digest["links"] = [];
  for (const { link, clicks } of await listTopLinks(dateRange, mostLinks)) {
    const report = await getLinkReport(link.slug, toStatisticsQuery(query, link, now));
    const history = await getLinkHistory(link, report.dateRange, now);
    const parts = summarize({
      report,
      history,
      rank: null,
      query,
      now,
      locale: language,
      language,
      nameChannel: (filter, label) => plainChannel(filter, label, t("oneSource")),
    });
    const text = parts.map((part) => part.text).join("");
    links.push({ slug: link.slug, title: link.title, clicks, text });
  }
  const dropped = await listDropped(now);
  if (links.length === 0 && dropped.length === 0) return null;
  // Without visitors: for those, a time zone other than UTC would count raw clicks.
  const { days } = await preferReplica("statistics", (reader) =>
    readStatistics(reader, "all", { dateRange, of: "clicks" }),
  );
  const clicks = [...days.values()].reduce((sum, day) => sum + day.clicks, 0);
  return { from, to, timeZone, clicks, links, ...(dropped.length === 0 ? {} : { dropped }) };
}

async function listDropped(now: Date): Promise<NonNullable<Digest["dropped"]>> {
  const dropped = await readDropped(now, { days: 7 });
  if (dropped.size === 0) return [];
  return (await listReceivers()).flatMap(({ id, name }) => {
    const { messages } = dropped.get(id) ?? { messages: 0 };
    return messages === 0 ? [] : [{ receiver: name, messages }];
  });
}

const namePattern = /^[\p{L}\p{N} _.-]{1,40}$/u;
const addressPattern = /\.\p{L}/u;

/**
 * Any visitor can send any source and referrer, so a message names it only where it looks like a
 * name, and never so that a chat or mail program makes an address of it. `unnamed`: what it says
 * otherwise.
 */
export function plainChannel(
  filter: "utm_source" | "referrer",
  label: string,
  unnamed: string,
): string {
  if (!namePattern.test(label)) return unnamed;
  if (filter === "referrer") return asName(label);
  return addressPattern.test(label) ? unnamed : label;
}
