"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import type { DestinationRules, listCountries } from "@/lib/core/destination-rules";
import { type SampleVisitor, sampleVisitors } from "@/lib/core/sample-visitors";
import { ruleText } from "@/lib/links/rule-text";
import { useViewer } from "../layout/viewer-context";
import { Select } from "../ui/select";
import { useDebouncedValue } from "../ui/use-debounced-value";
import { useHydrated } from "../ui/use-hydrated";
import { useAnswer } from "./link-queries";

/** Chooses a visitor, and shows where the rules lead: the server's own function answers. */
export default function WhoGoesWhere({
  link,
  countries,
  languages,
}: {
  link: DestinationRules & { url: string };
  /** Browsers name some countries otherwise than the server, which would not fit its page. */
  countries: ReturnType<typeof listCountries>;
  /** Of the rules. */
  languages: ReturnType<typeof listCountries>;
}) {
  const t = useTexts("links.rules");
  const { locale: viewing, timeZone } = useViewer();
  const isHydrated = useHydrated();
  const [visitor, setVisitor] = useState<SampleVisitor>("iphone");
  const [country, setCountry] = useState(Object.keys(link.geo ?? {})[0] ?? "");
  const [language, setLanguage] = useState(languages[0]?.code ?? "");
  const locale = language || null;
  const asked = JSON.stringify({ link, visitor, country: country || null, locale });
  const settled = useDebouncedValue(asked, 250);
  const { answer, isAsking } = useAnswer("destination", { asked: settled });
  const isWaiting = isAsking || asked !== settled;
  const reason = (destination: string) =>
    destination === "default" ? t("destination") : ruleText(destination, t, viewing, timeZone);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex gap-2 max-sm:flex-col">
        <Select
          aria-label={t("device")}
          disabled={!isHydrated}
          value={visitor}
          onChange={(event) => setVisitor(event.target.value as SampleVisitor)}
        >
          {(Object.keys(sampleVisitors) as SampleVisitor[]).map((key) => (
            <option key={key} value={key}>
              {t(`visitors.${key}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("country")}
          disabled={!isHydrated}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          <option value="">{t("unknownCountry")}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {languages.length > 0 && (
          <Select
            aria-label={t("language")}
            disabled={!isHydrated}
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
          >
            <option value="">{t("otherLanguage")}</option>
            {languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
      <p
        role="status"
        aria-busy={isWaiting}
        className="min-h-5 text-small [overflow-wrap:anywhere]"
      >
        {answer ? (
          <>
            <span className="text-secondary">{reason(answer.destination)}: </span>
            <span className="mono">{answer.url}</span>
          </>
        ) : (
          <span className="text-secondary">{isWaiting ? "..." : t("enterAddresses")}</span>
        )}
      </p>
    </div>
  );
}
