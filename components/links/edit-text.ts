import { formatInstant } from "@/lib/core/format";
import type { LinkEdit } from "@/lib/links/list-edits";

type Field = LinkEdit["field"];

export const editedNames: Record<Field, string> = {
  slug: "Slug",
  url: "Destination",
  enabled: "State",
  title: "Title",
  expiresAt: "Expiry",
  note: "Note",
  tags: "Tags",
  aliases: "Aliases",
  maxClicks: "Click limit",
  startsAt: "Start date",
  expiredUrl: "Fallback destination",
  ios: "Destination on iPhone and iPad",
  android: "Destination on Android",
  geo: "Destinations by country",
  domain: "Host",
  password: "Password",
  forwardQuery: "Forward query parameters",
  forwardUtm: "Forward campaign tags",
  description: "Preview text",
  image: "Preview image",
};

export function editorText(by: string): string {
  return by === "API_TOKEN" ? "the server token" : by;
}

/** What a field had before a change, or after it. */
export function valueText(
  field: Field,
  value: LinkEdit["from"],
  now: Date,
  timeZone: string,
): string {
  if (value === null || value === "") return field === "expiresAt" ? "never" : "none";
  if (typeof value === "boolean") return flagText(field, value);
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([country, address]) => `${country}: ${address}`)
      .join(", ");
  if (field === "slug") return `/${value}`;
  return field === "expiresAt" || field === "startsAt"
    ? formatInstant(new Date(value), now, timeZone)
    : String(value);
}

function flagText(field: Field, isOn: boolean): string {
  if (field === "password") return isOn ? "set" : "none";
  if (field === "enabled") return isOn ? "Enabled" : "Disabled";
  return isOn ? "on" : "off";
}
