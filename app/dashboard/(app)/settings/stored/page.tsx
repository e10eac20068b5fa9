import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { GeoCredit } from "@/components/stats/breakdown/geo-credit";
import { getTexts } from "@/components/texts/get-texts";
import { Card, CardHead, CardNote, CardTitle } from "@/components/ui/card";
import { env } from "@/lib/config/env";
import { listStoredData, type StoredTable, sampleClick } from "@/lib/doctor/stored-data";
import { requireOwner } from "@/lib/owners/require-owner";
import { numberFormat } from "@/lib/texts/intl-formats";
import type { Texts } from "@/lib/texts/translator";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("common.settingsParts"))("stored") };
}

export default async function StoredPage() {
  const { role } = await requireOwner("/dashboard/settings/stored");
  const [groups, sample, t, { locale }] = await Promise.all([
    listStoredData(),
    sampleClick(),
    getTexts("settings.stored"),
    getViewer(),
  ]);
  const { DATABASE_URL, DATA_DIR, GEO_DATABASE } = env();
  return (
    <>
      <PartHead title={t("title")} note={t("note")} />
      <Card className="px-(--space-pad) py-4">
        <h3 className="font-medium">{t("notStored")}</h3>
        <ul className="mt-1 list-disc ps-5 text-secondary marker:text-tertiary">
          <li>{t("noAddresses")}</li>
          <li>{t("noCookies", { hours: 12 })}</li>
          <li>{t("noUserAgent")}</li>
          <li>{t("noThirdParties")}</li>
          {GEO_DATABASE !== undefined && <li>{t("placesInFile")}</li>}
        </ul>
        <GeoCredit />
      </Card>
      {groups.map(({ about, topics }) => (
        <Card key={about}>
          <CardHead>
            <CardTitle>{t(`about.${about}`)}</CardTitle>
          </CardHead>
          <div className="divide-y divide-hairline border-hairline border-t">
            {topics.map(({ what, tables }) => (
              <div key={what} className="px-(--space-pad) py-3">
                <p className="text-pretty text-secondary">{t(`what.${what}`)}</p>
                <details>
                  <summary className={summaryStyle}>{t("show")}</summary>
                  <dl className="pb-2">
                    {tables.map((table) => (
                      <Stored key={table.name} table={table} t={t} locale={locale} />
                    ))}
                  </dl>
                </details>
                {what === "click" && sample && <Sample sample={sample} title={t("latestClick")} />}
              </div>
            ))}
          </div>
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

const summaryStyle =
  "min-h-6 w-fit cursor-pointer text-balance text-secondary text-small hover:text-text max-sm:min-h-11 max-sm:content-center";

interface StoredProps {
  table: StoredTable;
  t: Texts<"settings.stored">;
  locale: string;
}

function Stored({ table: { name, kept, amount, columns, rows }, t, locale }: StoredProps) {
  return (
    <>
      <dt className="mt-2 flex flex-wrap items-baseline gap-x-4">
        <span className="mono font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="text-small">
          {t(`kept.${kept}`, { amount: amount ? inWords(amount, locale) : "" })}
        </span>
        {rows !== null && (
          <CardNote className="ms-auto whitespace-nowrap">{t("rows", { rows })}</CardNote>
        )}
      </dt>
      <dd className="mono text-[12px] text-tertiary leading-4 [overflow-wrap:anywhere]">
        {columns.join(", ")}
      </dd>
    </>
  );
}

function inWords([number, unit]: NonNullable<StoredTable["amount"]>, locale: string): string {
  const style = unit === "row" ? {} : ({ style: "unit", unit, unitDisplay: "long" } as const);
  return numberFormat(locale, style).format(number);
}

interface SampleProps {
  /** One row, by column. */
  sample: Record<string, string>;
  title: string;
}

function Sample({ sample, title }: SampleProps) {
  return (
    <details>
      <summary className={summaryStyle}>{title}</summary>
      <table aria-label={title} className="mt-1 text-[12px] leading-5">
        <tbody>
          {Object.entries(sample).map(([column, value]) => (
            <tr key={column}>
              <th scope="row" className="mono pe-4 text-start align-top font-normal text-tertiary">
                {column}
              </th>
              <td className="mono [overflow-wrap:anywhere]">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
