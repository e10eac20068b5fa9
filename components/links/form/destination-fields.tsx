"use client";

import { useId } from "react";
import { useTexts } from "#texts";
import { X } from "@/components/ui/icons";
import { countryName, hasRules, listCountries, mostCountries } from "@/lib/core/destination-rules";
import { withScheme } from "@/lib/core/typed-destination";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Field, FieldNote } from "../../ui/field";
import { Select } from "../../ui/select";
import WhoGoesWhere from "../who-goes-where";
import { type MoreDraft, rulesOf } from "./more-draft";
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
  const rules = rulesOf(more);
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
            placeholder="https://play.google.com/store/apps/details?id=app"
            value={more.android}
            onChange={(android) => onChange({ android })}
          />
        )}
      </Field>
      <Countries geo={more.geo} problemOf={problemOf} onChange={(geo) => onChange({ geo })} />
      {hasRules(rules) && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium text-small">{t("whoGoesWhere")}</legend>
          <WhoGoesWhere
            link={{ url: withScheme(url), ...rules }}
            countries={listCountries(locale)}
          />
        </fieldset>
      )}
    </>
  );
}

function Countries({
  geo,
  problemOf,
  onChange,
}: {
  geo: MoreDraft["geo"];
  problemOf: (path: string) => string | undefined;
  onChange: (geo: MoreDraft["geo"]) => void;
}) {
  const t = useTexts("form.rules");
  const { locale } = useViewer();
  const noteId = useId();
  const countries = listCountries(locale);
  const used = new Set(geo.map(([country]) => country));
  const replace = (index: number, row: MoreDraft["geo"][number]) => onChange(geo.with(index, row));
  const next = countries.find(({ code }) => !used.has(code));
  const problem =
    problemOf("geo") ??
    geo.map(([country]) => problemOf(`geo.${country}`)).find((text) => text !== undefined);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={noteId}>
      <legend className="mb-1.5 font-medium text-small">{t("countries")}</legend>
      {geo.map(([country, address], index) => (
        // A country is in one row only.
        <div key={country} className="flex min-w-0 items-center gap-2">
          <Select
            aria-label={t("country")}
            className="max-w-[40%]"
            value={country}
            onChange={(event) => replace(index, [event.target.value, address])}
          >
            {countries
              .filter(({ code }) => code === country || !used.has(code))
              .map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </Select>
          <UrlInput
            aria-label={t("destinationIn", { country: countryName(country, locale) })}
            aria-invalid={problemOf(`geo.${country}`) ? true : undefined}
            placeholder="https://example.com/page"
            value={address}
            onChange={(url) => replace(index, [country, url])}
          />
          <Button
            variant="bare"
            size="icon"
            aria-label={t("remove", { country: countryName(country, locale) })}
            className="shrink-0"
            onClick={() => onChange(geo.toSpliced(index, 1))}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      {next && geo.length < mostCountries && (
        <Button
          size="small"
          name="geo"
          className="self-start max-sm:h-11"
          onClick={() => onChange([...geo, [used.has("DE") ? next.code : "DE", ""]])}
        >
          {t("addCountry")}
        </Button>
      )}
      <FieldNote id={noteId} tone={problem ? "bad" : "plain"}>
        {problem ?? t("countriesNote")}
      </FieldNote>
    </fieldset>
  );
}
