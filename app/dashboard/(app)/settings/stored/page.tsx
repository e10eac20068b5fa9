import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { GeoCredit } from "@/components/stats/breakdown/geo-credit";
import { Card, CardHead, CardNote, CardTitle } from "@/components/ui/card";
import { env } from "@/lib/config/env";
import { formatNumber } from "@/lib/core/format";
import { listStoredData, type StoredTable, sampleClick } from "@/lib/doctor/stored-data";
import { requireOwner } from "@/lib/owners/require-owner";

export const metadata: Metadata = { title: "What is stored" };

const groups = [
  { about: "visitors", title: "About visitors" },
  { about: "links", title: "About links" },
  { about: "owners", title: "About owners" },
  { about: "service", title: "For the service itself" },
] as const;

export default async function StoredPage() {
  const { role } = await requireOwner("/dashboard/settings/stored");
  const [tables, sample, { locale }] = await Promise.all([
    listStoredData(),
    sampleClick(),
    getViewer(),
  ]);
  const { DATABASE_URL, DATA_DIR, GEO_DATABASE } = env();
  // What each table holds is said in English only.
  return (
    <div lang="en" dir="ltr" className="contents">
      <PartHead
        title="What this server stores"
        note="Read from the live database schema. This list is complete."
      />
      <Card className="px-(--space-pad) py-4">
        <h3 className="font-medium">What is not stored</h3>
        <ul className="mt-1 list-disc ps-5 text-secondary marker:text-tertiary">
          <li>No IP addresses: not in tables, logs, the journal or error messages.</li>
          <li>
            No cookies for visitors, except one for 12 hours, for that link alone, after the
            password of a protected link. Owners get a session cookie, a cookie that recognises
            browsers used before, and one each for theme, language, time zone and shortcuts if they
            change them. A cookie without rights marks their browsers if their clicks are left out
            (COUNT_OWNERS), and for a minute when they test a link.
          </li>
          <li>The look of your QR codes, logo included, stays in your browser.</li>
          <li>
            Only the referrer's host. Only browser, OS and device type, never the full user agent.
          </li>
          <li>
            Nothing is sent to third parties. For previews, this server fetches the destinations of
            your links without any visitor data.
          </li>
          {GEO_DATABASE !== undefined && (
            <li>
              Places are looked up in a file on this server (GEO_DATABASE), before the address is
              forgotten.
            </li>
          )}
        </ul>
        <GeoCredit />
      </Card>
      {groups.map(({ about, title }) => (
        <Card key={about}>
          <CardHead>
            <CardTitle>{title}</CardTitle>
          </CardHead>
          <dl className="divide-y divide-hairline border-hairline border-t">
            {tables
              .filter((table) => table.about === about)
              .map((table) => (
                <Stored
                  key={table.name}
                  table={table}
                  sample={table.name === "Click" ? sample : null}
                  locale={locale}
                />
              ))}
          </dl>
        </Card>
      ))}
      <Card className="px-(--space-pad) py-4">
        <h3 className="font-medium">Outside the database</h3>
        <p className="text-secondary">
          {DATABASE_URL
            ? "The database is the one at DATABASE_URL."
            : "The database is in the data folder."}{" "}
          {role === "owner" ? <span className="mono">{DATA_DIR}</span> : "The data folder"} also
          holds the journal, which queues clicks while the database is down, with the same fields as
          the table Click, the secret for the day's visitor hashes until the day is over, and the
          API token if this server generated it.
        </p>
      </Card>
    </div>
  );
}

interface StoredProps {
  table: StoredTable;
  /** One row, by column. */
  sample: Record<string, string> | null;
  locale: string;
}

function Stored({ table: { name, what, kept, columns, rows }, sample, locale }: StoredProps) {
  return (
    <div className="px-(--space-pad) py-3">
      <dt className="flex items-baseline justify-between gap-4">
        <span className="mono font-medium [overflow-wrap:anywhere]">{name}</span>
        {rows !== null && (
          <CardNote className="whitespace-nowrap">about {formatNumber(rows, locale)} rows</CardNote>
        )}
      </dt>
      <dd className="text-pretty text-secondary">
        {what} <span className="text-text">Kept {kept}.</span>
      </dd>
      <dd className="mono mt-1 text-[12px] text-tertiary leading-4 [overflow-wrap:anywhere]">
        {columns.join(", ")}
      </dd>
      {sample && (
        <dd className="mt-2">
          <details>
            <summary className="min-h-6 cursor-pointer text-small max-sm:min-h-11 max-sm:content-center">
              The latest click, as it is stored
            </summary>
            <table className="mt-1 text-[12px] leading-5">
              <tbody>
                {Object.entries(sample).map(([column, value]) => (
                  <tr key={column}>
                    <th
                      scope="row"
                      className="mono pe-4 text-start align-top font-normal text-tertiary"
                    >
                      {column}
                    </th>
                    <td className="mono [overflow-wrap:anywhere]">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </dd>
      )}
    </div>
  );
}
