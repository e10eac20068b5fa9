import { Download } from "lucide-react";
import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { buttonStyle } from "@/components/ui/button";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import { requireOwner } from "@/lib/owners/require-owner";
import { ImportLinks } from "./import-links";

export const metadata: Metadata = { title: "Import and export" };

const sample = `url,slug,title,enabled,expiresAt
https://example.com/spring,spring,Spring sale,true,2030-04-30
https://example.com/docs,,,,`;

export default async function DataPage() {
  await requireOwner();
  return (
    <>
      <PartHead title="Import and export" note="Import and export links as CSV or JSON. Export statistics from each link's page." />
      <Card>
        <CardHead>
          <CardTitle>Export all links</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">
            Every link with its settings and counters, oldest first. In the CSV, cells that look like formulas are escaped with an apostrophe.
          </p>
          <div className="flex flex-wrap gap-2">
            {(["csv", "json"] as const).map((format) => (
              <a key={format} href={`/dashboard/settings/data/export?format=${format}`} download className={cn(buttonStyle())}>
                <Download aria-hidden className="size-4" />
                {format.toUpperCase()}
              </a>
            ))}
          </div>
        </div>
      </Card>
      <Card>
        <CardHead>
          <CardTitle>Import links</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">
            A CSV file with a header row, or a JSON array in the format of the API. Exported files work unchanged. Invalid rows are skipped and
            listed. Existing links are never changed.
          </p>
          <CodeBlock code={sample} what="the sample" />
          <ImportLinks />
        </div>
      </Card>
    </>
  );
}
