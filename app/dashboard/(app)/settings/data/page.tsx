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
      <PartHead title="Import and export" note="Links go in and out as plain files. Statistics stay with each link: export them there." />
      <Card>
        <CardHead>
          <CardTitle>Export all links</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">
            Every link with its settings and counters, oldest first. In the CSV nothing is a formula: what a spreadsheet would run gets an apostrophe
            in front.
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
            A CSV file whose first line names the columns, or a JSON array as the API answers it; an exported file fits. Each row goes by the rules of
            the API. A row that cannot be taken is left out and listed; no link that exists is changed.
          </p>
          <CodeBlock code={sample} told="the sample" />
          <ImportLinks />
        </div>
      </Card>
    </>
  );
}
