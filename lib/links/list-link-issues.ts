import { env } from "../config/env";
import { dayMs } from "../core/day";
import { database } from "../database/client";
import { type Link, linkInclude, toLink } from "./link";

/** An active link that needs attention: it expires within a week, or its destination could not be fetched. */
export type LinkIssue = { link: Link } & ({ kind: "expiring"; expiresAt: string } | { kind: "failing"; reason: string; failCount: number });

export interface LinkIssueList {
  /** Links that expire soonest come first, then failures, longest failing first. */
  issues: LinkIssue[];
  total: number;
}

const soonMs = 7 * dayMs;

export async function listLinkIssues(most: number, now: Date): Promise<LinkIssueList> {
  const isLive = { enabled: true, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const expiring = { enabled: true, expiresAt: { gt: now, lte: new Date(now.getTime() + soonMs) } };
  const failing = { ...isLive, preview: { failingSince: { not: null } } };
  const include = { ...linkInclude, preview: { select: { failReason: true } } };
  const [soon, soonTotal, failed, failedTotal] = await Promise.all([
    database().link.findMany({ where: expiring, include, orderBy: { expiresAt: "asc" }, take: most }),
    database().link.count({ where: expiring }),
    database().link.findMany({ where: failing, include, orderBy: { preview: { failingSince: "asc" } }, take: most }),
    database().link.count({ where: failing }),
  ]);
  const baseUrl = env().BASE_URL;
  const issues: LinkIssue[] = [
    ...soon.map((row) => ({ link: toLink(row, baseUrl), kind: "expiring" as const, expiresAt: (row.expiresAt ?? now).toISOString() })),
    ...failed.map((row) => ({
      link: toLink(row, baseUrl),
      kind: "failing" as const,
      reason: row.preview?.failReason ?? "",
      failCount: row.totals?.ogFetchFailCount ?? 0,
    })),
  ];
  return { issues: issues.slice(0, most), total: soonTotal + failedTotal };
}
