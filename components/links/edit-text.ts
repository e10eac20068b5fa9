import type { ScheduledAddress } from "@/lib/core/destination-rules";
import { formatInstant } from "@/lib/core/format";
import type { LinkEdit } from "@/lib/links/list-edits";
import type { Texts } from "@/lib/texts/translator";

type Field = LinkEdit["field"];
type EditTexts = Texts<"links.history">;

export function editorText(by: string, t: EditTexts): string {
  return by === "API_TOKEN" ? t("serverToken") : by;
}

interface Viewing {
  now: Date;
  timeZone: string;
  locale: string;
}

/** What a field had before a change, or after it. */
export function valueText(
  field: Field,
  value: LinkEdit["from"],
  t: EditTexts,
  { now, timeZone, locale }: Viewing,
): string {
  if (value === null || value === "")
    return field === "expiresAt" ? t("values.never") : t("values.none");
  if (typeof value === "boolean") return flagText(field, value, t);
  if (field === "schedule")
    return t.list(
      (value as readonly ScheduledAddress[]).map(
        ({ from, url }) => `${formatInstant(new Date(from), now, timeZone, locale)}: ${url}`,
      ),
    );
  if (Array.isArray(value)) return value.length > 0 ? t.list(value.map(String)) : t("values.none");
  if (typeof value === "object")
    return t.list(Object.entries(value).map(([key, address]) => `${key}: ${address}`));
  if (field === "slug") return `/${value}`;
  return field === "expiresAt" || field === "startsAt"
    ? formatInstant(new Date(value), now, timeZone, locale)
    : String(value);
}

function flagText(field: Field, isOn: boolean, t: EditTexts): string {
  if (field === "password") return isOn ? t("values.passwordSet") : t("values.noPassword");
  if (field === "enabled") return isOn ? t("values.enabled") : t("values.disabled");
  return isOn ? t("values.on") : t("values.off");
}
