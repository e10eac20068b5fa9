import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { buttonStyle } from "@/components/ui/button";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import { Download } from "@/components/ui/icons";
import { Part } from "@/components/ui/part";
import { access, hasRole } from "@/lib/core/access";
import { count, formatAge } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { requireOwner } from "@/lib/owners/require-owner";
import { sourceLabel } from "@/lib/transfer/sources";
import { listUndoableImports, type RecentImport } from "@/lib/transfer/undo-import";
import { ImportLinks } from "./import-links";
import { UndoImport } from "./undo-import";

export const metadata: Metadata = { title: "Import and export" };

const exports = [
  ["CSV", "format=csv"],
  ["CSV for Excel", "format=csv&excel"],
  ["JSON", "format=json"],
] as const;

const sample = `url,slug,title,enabled,expiresAt
https://example.com/spring,spring,Spring sale,true,2030-04-30
https://example.com/docs,,,,`;

export default async function DataPage() {
  const { role } = await requireOwner("/dashboard/settings/data");
  const mayImport = hasRole(role, access.routes["/dashboard/settings/data/import"]);
  const now = new Date();
  return (
    <>
      <PartHead
        title="Import and export"
        note="Links as CSV or JSON. Export statistics from each link's page."
      />
      <Card>
        <CardHead>
          <CardTitle>Export all links</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">
            Every link with its settings and counters, oldest first. In the CSV, cells that look
            like formulas are escaped with an apostrophe; for Excel, so are those that it would turn
            into numbers or dates. An import removes it again.
          </p>
          <div className="flex flex-wrap gap-2">
            {exports.map(([label, query]) => (
              <a
                key={label}
                href={`/dashboard/settings/data/export?${query}`}
                download
                className={cn(buttonStyle())}
              >
                <Download aria-hidden className="size-4" />
                {label}
              </a>
            ))}
          </div>
        </div>
      </Card>
      {mayImport && <ImportParts now={now} />}
    </>
  );
}

function ImportParts({ now }: { now: Date }) {
  return (
    <>
      <Card>
        <CardHead>
          <CardTitle>Import links</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">
            A CSV file with a header row, JSON, an SQL dump of YOURLS, or bookmarks. Exports of
            Slugline, Bitly, YOURLS, Kutt, Shlink, Dub, Sink, Short.io, Rebrandly, Polr and TinyURL
            are recognized; for any other CSV you choose the columns. Invalid rows are refused and
            listed. Existing links are never changed.
          </p>
          <CodeBlock code={sample} what="the sample" />
          <ImportLinks />
        </div>
      </Card>
      <Part title="Recent imports" data={partData(listUndoableImports(now))}>
        {(imports) => imports.length > 0 && <RecentImports imports={imports} now={now} />}
      </Part>
    </>
  );
}

/** Imports that can still be undone. */
function RecentImports({ imports, now }: { imports: RecentImport[]; now: Date }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>Recent imports</CardTitle>
      </CardHead>
      <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
        <p className="text-secondary text-small">
          An import can be undone for an hour. That deletes the links it created, except those that
          were clicked or changed since.
        </p>
        <EntryTable label="Recent imports" heads={["Format", "Links", "Age"]}>
          {imports.map(({ id, source, createdAt, links }) => (
            <tr key={id}>
              <EntryCell lead>{sourceLabel(source)}</EntryCell>
              <EntryCell label="Links">{links.toLocaleString("en")}</EntryCell>
              <EntryCell label="Age">{formatAge(createdAt, now)}</EntryCell>
              <EntryCell action>
                <UndoImport id={id} what={`import of ${count(links, "link")}`} />
              </EntryCell>
            </tr>
          ))}
        </EntryTable>
      </div>
    </Card>
  );
}
