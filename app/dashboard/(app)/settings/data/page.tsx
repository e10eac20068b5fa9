import type { Metadata } from "next";
import { useTexts } from "#texts";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { buttonStyle } from "@/components/ui/button";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import { Download } from "@/components/ui/icons";
import { Part } from "@/components/ui/part";
import { access, hasRole } from "@/lib/core/access";
import { formatAge, formatNumber } from "@/lib/core/format";
import { partData } from "@/lib/http/part-data";
import { asUndoer, type Undoer } from "@/lib/links/undoer";
import { requireOwner } from "@/lib/owners/require-owner";
import type { RedirectFormat } from "@/lib/transfer/redirect-map";
import { sourceLabel } from "@/lib/transfer/sources";
import { listUndoableImports, type RecentImport } from "@/lib/transfer/undo-import";
import { ImportLinks } from "./import-links";
import { sourceText } from "./source-text";
import { UndoImport } from "./undo-import";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.data"))("title") };
}

const sample = `url,slug,title,enabled,expiresAt
https://example.com/spring,spring,Spring sale,true,2030-04-30
https://example.com/docs,,,,`;

/** As their makers call them. */
const servers: Record<RedirectFormat, string> = {
  nginx: "nginx",
  caddy: "Caddy",
  apache: "Apache",
  netlify: "Netlify",
  cloudflare: "Cloudflare Workers",
  html: "HTML",
};

export default async function DataPage() {
  const owner = await requireOwner("/dashboard/settings/data");
  const mayImport = hasRole(owner.role, access.routes["/dashboard/settings/data/import"]);
  const now = new Date();
  const t = await getTexts("settings.data");
  const exports = [
    ["CSV", "format=csv"],
    [t("csvForExcel"), "format=csv&excel"],
    ["JSON", "format=json"],
  ];
  return (
    <TextsProvider of={["settings.data"]}>
      <PartHead title={t("title")} note={t("note")} />
      <Card>
        <CardHead>
          <CardTitle>{t("exportAll")}</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">{t("exportNote")}</p>
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
      <Card>
        <CardHead>
          <CardTitle>{t("redirects")}</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">{t("redirectsNote")}</p>
          <div className="flex flex-wrap gap-2">
            {Object.entries(servers).map(([format, name]) => (
              <a
                key={format}
                href={`/dashboard/settings/data/redirects?format=${format}`}
                download
                className={cn(buttonStyle())}
              >
                <Download aria-hidden className="size-4" />
                {name}
              </a>
            ))}
          </div>
        </div>
      </Card>
      {mayImport && <ImportParts now={now} undoer={asUndoer(owner)} />}
    </TextsProvider>
  );
}

function ImportParts({ now, undoer }: { now: Date; undoer: Undoer }) {
  const t = useTexts("settings.data");
  return (
    <>
      <Card>
        <CardHead>
          <CardTitle>{t("importTitle")}</CardTitle>
        </CardHead>
        <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
          <p className="text-secondary text-small">{t("importNote")}</p>
          <CodeBlock code={sample} />
          <ImportLinks />
        </div>
      </Card>
      <Part title={t("recent")} data={partData(listUndoableImports(now, undoer))}>
        {(imports) => imports.length > 0 && <RecentImports imports={imports} now={now} />}
      </Part>
    </>
  );
}

/** Imports that whoever looks can still undo. */
async function RecentImports({ imports, now }: { imports: RecentImport[]; now: Date }) {
  const t = await getTexts("settings.data");
  const { locale } = await getViewer();
  return (
    <Card>
      <CardHead>
        <CardTitle>{t("recent")}</CardTitle>
      </CardHead>
      <div className="flex flex-col gap-4 px-(--space-pad) pb-(--space-pad)">
        <p className="text-secondary text-small">{t("recentNote")}</p>
        <EntryTable label={t("recent")} heads={[t("format"), t("links"), t("age")]}>
          {imports.map(({ id, source, createdAt, links }) => (
            <tr key={id}>
              <EntryCell lead>{sourceText({ source, label: sourceLabel(source) }, t)}</EntryCell>
              <EntryCell label={t("links")}>{formatNumber(links, locale)}</EntryCell>
              <EntryCell label={t("age")}>{formatAge(createdAt, now, locale)}</EntryCell>
              <EntryCell action>
                <UndoImport id={id} links={links} />
              </EntryCell>
            </tr>
          ))}
        </EntryTable>
      </div>
    </Card>
  );
}
