import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { GeoCredit } from "@/components/stats/breakdown/geo-credit";
import { getTexts } from "@/components/texts/get-texts";
import { Card, CardHead, CardNote, CardTitle } from "@/components/ui/card";
import { env } from "@/lib/config/env";
import { listStoredData, type StoredTable, sampleClick } from "@/lib/doctor/stored-data";
import { requireOwner } from "@/lib/owners/require-owner";
import type { Texts } from "@/lib/texts/translator";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("common.settingsParts"))("stored") };
}

const groups = ["visitors", "links", "owners", "service"] as const;

export default async function StoredPage() {
  const { role } = await requireOwner("/dashboard/settings/stored");
  const [tables, sample, t] = await Promise.all([
    listStoredData(),
    sampleClick(),
    getTexts("settings.stored"),
  ]);
  const { DATABASE_URL, DATA_DIR, GEO_DATABASE } = env();
  return (
    <>
      <PartHead title={t("title")} note={t("note")} />
      <Card className="px-(--space-pad) py-4">
        <h3 className="font-medium">{t("notStored")}</h3>
        <ul className="mt-1 list-disc ps-5 text-secondary marker:text-tertiary">
          <li>{t("noAddresses")}</li>
          <li>{t("noCookies")}</li>
          <li>{t("noQrLook")}</li>
          <li>{t("noUserAgent")}</li>
          <li>{t("noThirdParties")}</li>
          {GEO_DATABASE !== undefined && <li>{t("placesInFile")}</li>}
        </ul>
        <GeoCredit />
      </Card>
      {groups.map((about) => (
        <Card key={about}>
          <CardHead>
            <CardTitle>{t(`about.${about}`)}</CardTitle>
          </CardHead>
          <dl className="divide-y divide-hairline border-hairline border-t">
            {tables
              .filter((table) => table.about === about)
              .map((table) => (
                <Stored
                  key={table.name}
                  table={table}
                  sample={table.name === "Click" ? sample : null}
                  t={t}
                />
              ))}
          </dl>
        </Card>
      ))}
      <Card className="px-(--space-pad) py-4">
        <h3 className="font-medium">{t("outside")}</h3>
        <p className="text-secondary">
          {DATABASE_URL ? t("databaseAtUrl") : t("databaseInFolder")}{" "}
          {t.rich("alsoHolds", {
            folder: (text) => (role === "owner" ? <span className="mono">{DATA_DIR}</span> : text),
          })}
        </p>
      </Card>
    </>
  );
}

interface StoredProps {
  table: StoredTable;
  /** One row, by column. */
  sample: Record<string, string> | null;
  t: Texts<"settings.stored">;
}

function Stored({ table: { name, what, kept, days, columns, rows }, sample, t }: StoredProps) {
  return (
    <div className="px-(--space-pad) py-3">
      <dt className="flex items-baseline justify-between gap-4">
        <span className="mono font-medium [overflow-wrap:anywhere]">{name}</span>
        {rows !== null && <CardNote className="whitespace-nowrap">{t("rows", { rows })}</CardNote>}
      </dt>
      <dd className="text-pretty text-secondary">
        {t(`what.${what}`)}{" "}
        <span className="text-text">{days ? t("keptForDays", { days }) : t(`kept.${kept}`)}</span>
      </dd>
      <dd className="mono mt-1 text-[12px] text-tertiary leading-4 [overflow-wrap:anywhere]">
        {columns.join(", ")}
      </dd>
      {sample && (
        <dd className="mt-2">
          <details>
            <summary className="min-h-6 cursor-pointer text-small max-sm:min-h-11 max-sm:content-center">
              {t("latestClick")}
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
