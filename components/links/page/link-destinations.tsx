import { countryName, hasRules, listCountries, platformNames } from "@/lib/core/destination-rules";
import type { Link } from "@/lib/links/link";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { TryVisitor } from "./try-visitor";

/** Where a link with rules leads whom, in the order in which they apply. */
export function LinkDestinations({ link }: { link: Link }) {
  const { url, ios = null, android = null, geo = null } = link;
  const rules = { ios, android, geo };
  if (!hasRules(rules)) return null;
  const rows = [
    ...(ios === null ? [] : [[platformNames.ios, ios]]),
    ...(android === null ? [] : [[platformNames.android, android]]),
    ...Object.entries(geo ?? {}).map(([country, address]) => [countryName(country), address]),
    ["Everybody else", url],
  ];
  return (
    <Card>
      <CardHead>
        <CardTitle>Who goes where</CardTitle>
        <CardNote>The first that applies. Preview bots get the card of the last.</CardNote>
      </CardHead>
      <div className="grid gap-x-10 gap-y-5 px-(--space-pad) pt-1 pb-5 min-[900px]:grid-cols-2">
        <dl className="grid content-start gap-2">
          {rows.map(([who, address]) => (
            <div key={who} className="min-w-0 text-small">
              <dt className="text-secondary">{who}</dt>
              <dd className="mono [overflow-wrap:anywhere]">{address}</dd>
            </div>
          ))}
        </dl>
        <div>
          <h3 className="mb-2 text-label text-tertiary">Try a visitor</h3>
          <TryVisitor link={{ url, ...rules }} countries={listCountries()} />
        </div>
      </div>
    </Card>
  );
}
