"use client";

import { useId, useState } from "react";
import { useTexts } from "#texts";
import { X } from "@/components/ui/icons";
import {
  hasRules,
  listCountries,
  listLanguages,
  mostCountries,
  mostDates,
  mostLanguages,
  ruledLanguages,
  scheduledAt,
} from "@/lib/core/destination-rules";
import { formatInstant } from "@/lib/core/format";
import { addDays, localDate, startOfDate } from "@/lib/core/local-time";
import { readableZone } from "@/lib/core/time-zone";
import { withScheme } from "@/lib/core/typed-destination";
import { destinationName } from "@/lib/links/rule-text";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Field, FieldNote } from "../../ui/field";
import { Select } from "../../ui/select";
import WhoGoesWhere from "../who-goes-where";
import { InstantInput } from "./expiry-field";
import { toControl } from "./instant-value";
import { type DatedRow, type KeyedRow, type MoreDraft, rulesOfDraft } from "./more-draft";
import { UrlInput } from "./url-input";

interface DestinationFieldsProps {
  more: MoreDraft;
  /** The destination of everybody else. */
  url: string;
  problemOf: (path: string) => string | undefined;
  onChange: (changes: Partial<MoreDraft>) => void;
}

/** Where people on a platform or in a country go instead, and who goes where. */
export function DestinationFields({ more, url, problemOf, onChange }: DestinationFieldsProps) {
  const t = useTexts("form.rules");
  const { locale } = useViewer();
  const rules = rulesOfDraft(more);
  return (
    <>
      <Field label={t("apple")} error={problemOf("ios")}>
        {(control) => (
          <UrlInput
            {...control}
            name="ios"
            placeholder="https://apps.apple.com/app/id1"
            value={more.ios}
            onChange={(ios) => onChange({ ios })}
          />
        )}
      </Field>
      <Field label={t("android")} error={problemOf("android")} hint={t("platformNote")}>
        {(control) => (
          <UrlInput
            {...control}
            name="android"
            placeholder="https://play.google.com/app"
            value={more.android}
            onChange={(android) => onChange({ android })}
          />
        )}
      </Field>
      <KeyedFields
        name="geo"
        rows={more.geo}
        offered={listCountries(locale)}
        first="DE"
        most={mostCountries}
        texts={{
          legend: t("countries"),
          key: t("country"),
          of: (country) => t("destinationIn", { country }),
          add: t("addCountry"),
          note: t("countriesNote"),
        }}
        problemOf={problemOf}
        onChange={(geo) => onChange({ geo })}
      />
      <KeyedFields
        name="languages"
        rows={more.languages}
        offered={listLanguages(locale)}
        first="de"
        most={mostLanguages}
        texts={{
          legend: t("languages"),
          key: t("language"),
          of: (language) => t("destinationFor", { language }),
          add: t("addLanguage"),
          note: t("languagesNote"),
        }}
        problemOf={problemOf}
        onChange={(languages) => onChange({ languages })}
      />
      {hasRules(rules) && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium text-small">{t("whoGoesWhere")}</legend>
          <WhoGoesWhere
            link={{ url: withScheme(url), ...rules }}
            countries={listCountries(locale)}
            languages={ruledLanguages(rules, locale)}
          />
        </fieldset>
      )}
    </>
  );
}

/** Addresses by country or language, each in one row. */
function KeyedFields({
  name,
  rows,
  offered,
  first,
  most,
  texts,
  problemOf,
  onChange,
}: {
  name: "geo" | "languages";
  rows: readonly KeyedRow[];
  offered: { code: string; name: string }[];
  /** What the first row is for. */
  first: string;
  most: number;
  texts: { legend: string; key: string; of: (name: string) => string; add: string; note: string };
  problemOf: (path: string) => string | undefined;
  onChange: (rows: KeyedRow[]) => void;
}) {
  const t = useTexts("form.rules");
  const { locale } = useViewer();
  const noteId = useId();
  const used = new Set(rows.map(([key]) => key));
  const replace = (index: number, row: KeyedRow) => onChange(rows.with(index, row));
  const next = offered.find(({ code }) => !used.has(code));
  const problem =
    problemOf(name) ??
    rows.map(([key]) => problemOf(`${name}.${key}`)).find((text) => text !== undefined);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={noteId}>
      <legend className="mb-1.5 font-medium text-small">{texts.legend}</legend>
      {rows.map(([key, address], index) => (
        <div key={key} className="flex min-w-0 items-center gap-2">
          <Select
            aria-label={texts.key}
            className="max-w-[40%]"
            value={key}
            onChange={(event) => replace(index, [event.target.value, address])}
          >
            {/* The API takes more. */}
            {!offered.some(({ code }) => code === key) && (
              <option value={key}>{destinationName(key, locale)}</option>
            )}
            {offered
              .filter(({ code }) => code === key || !used.has(code))
              .map(({ code, name: label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
          </Select>
          <UrlInput
            aria-label={texts.of(destinationName(key, locale))}
            aria-invalid={problemOf(`${name}.${key}`) ? true : undefined}
            placeholder="https://example.com/page"
            value={address}
            onChange={(url) => replace(index, [key, url])}
          />
          <RemoveRow
            label={t("remove", { name: destinationName(key, locale) })}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      {next && rows.length < most && (
        <Button
          size="small"
          name={name}
          className="self-start"
          onClick={() => onChange([...rows, [used.has(first) ? next.code : first, ""]])}
        >
          {texts.add}
        </Button>
      )}
      <FieldNote id={noteId} tone={problem ? "bad" : "plain"}>
        {problem ?? texts.note}
      </FieldNote>
    </fieldset>
  );
}

/** Where the link leads from a date on, and where it leads now and next. */
export function ScheduleFields({ more, url, problemOf, onChange }: DestinationFieldsProps) {
  const t = useTexts("form.schedule");
  const { timeZone, locale } = useViewer();
  const [now] = useState(() => new Date());
  const noteId = useId();
  const { schedule: rows } = more;
  const replace = (index: number, row: DatedRow) => onChange({ schedule: rows.with(index, row) });
  const problem = problemOf("schedule");
  const { schedule } = rulesOfDraft(more);
  const next = schedule?.find(({ from }) => new Date(from) > now);
  const current = scheduledAt(schedule, now)?.url ?? withScheme(url);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={noteId}>
      <legend className="mb-1.5 font-medium text-small">{t("title")}</legend>
      {rows.map(([from, address, stored], index) => (
        // A row has nothing else that stays while it is typed.
        <div key={index} className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
          <InstantInput
            aria-label={t("from", { zone: readableZone(timeZone) })}
            value={from}
            onChange={(at) => replace(index, [at, address, stored])}
          />
          <UrlInput
            aria-label={t("destination", { number: index + 1 })}
            aria-invalid={problem ? true : undefined}
            placeholder="https://example.com/page"
            value={address}
            onChange={(to) => replace(index, [from, to, stored])}
          />
          <RemoveRow
            label={t("remove", { number: index + 1 })}
            onClick={() => onChange({ schedule: rows.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {rows.length < mostDates && (
        <Button
          size="small"
          name="schedule"
          className="self-start"
          onClick={() =>
            onChange({ schedule: [...rows, [midnightAfter(rows, now, timeZone), "", null]] })
          }
        >
          {t("add")}
        </Button>
      )}
      <FieldNote id={noteId} tone={problem ? "bad" : "plain"}>
        {problem ??
          (schedule === null ? (
            t("note")
          ) : (
            <span className="[overflow-wrap:anywhere]">
              {t("now", { address: destinationLabel(current) })}{" "}
              {next &&
                t("next", {
                  date: formatInstant(new Date(next.from), now, timeZone, locale),
                  address: destinationLabel(next.url),
                })}
            </span>
          ))}
      </FieldNote>
    </fieldset>
  );
}

/** The midnight after today and after the last date. */
function midnightAfter(rows: readonly DatedRow[], now: Date, timeZone: string): string {
  const last = rows.map(([from]) => new Date(`${from}Z`)).toSorted((a, b) => +b - +a)[0];
  const after = last && last > now ? last : now;
  return toControl(startOfDate(addDays(localDate(after, timeZone), 1), timeZone));
}

function destinationLabel(address: string): string {
  return address.replace(/^https?:\/\//i, "");
}

function RemoveRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="bare" size="icon" aria-label={label} className="shrink-0" onClick={onClick}>
      <X aria-hidden className="size-4" />
    </Button>
  );
}
