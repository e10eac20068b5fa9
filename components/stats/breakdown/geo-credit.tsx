import { findGeoSource } from "@/lib/visits/describe/geo-source";

/**
 * The sentence that the licence of the file at GEO_DATABASE asks for, wherever places are shown.
 */
export async function GeoCredit() {
  const credit = (await findGeoSource())?.credit;
  if (!credit) return null;
  return (
    <span className="text-label text-tertiary">
      {credit.text}{" "}
      <a
        href={credit.href}
        target="_blank"
        rel="noreferrer"
        className="underline underline-offset-2 max-sm:inline-block max-sm:py-3.5"
      >
        {credit.name}
      </a>
    </span>
  );
}
