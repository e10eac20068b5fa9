import { displayNames } from "@/lib/texts/intl-formats";
import type { Texts } from "@/lib/texts/translator";
import type { FileLine } from "@/lib/transfer/report-lines";
import { sourceText } from "./source-text";

/** Those that spreadsheets save, and whose texts they are for; the API takes more. */
export const encodings = [
  { value: "utf-8", name: "UTF-8" },
  { value: "windows-1252", region: "155", name: "Windows-1252" },
  { value: "windows-1250", languages: ["pl", "cs", "hu"], name: "Windows-1250" },
  { value: "windows-1251", script: "Cyrl", name: "Windows-1251" },
  { value: "windows-1253", languages: ["el"], name: "Windows-1253" },
  { value: "windows-1254", languages: ["tr"], name: "Windows-1254" },
  { value: "windows-1257", languages: ["lt", "lv", "et"], name: "Windows-1257" },
  { value: "macintosh", region: "155", name: "Macintosh" },
  { value: "cp850", region: "155", name: "MS-DOS" },
  { value: "shift_jis", languages: ["ja"], name: "Shift JIS" },
  { value: "gb18030", languages: ["zh"], name: "GB18030" },
  { value: "big5", languages: ["zh"], name: "Big5" },
  { value: "euc-kr", languages: ["ko"], name: "EUC-KR" },
] as const;

const separators: Readonly<Record<string, "commas" | "semicolons" | "tabs" | "bars">> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/** What the file was taken for, and what of it is not imported. */
export function describeFile(taken: FileLine, t: Texts<"settings.data">, locale: string): string {
  const { source, label, format, encoding, separator = "", unusedColumns = [] } = taken;
  const known = separators[separator];
  const parts = [
    format?.toUpperCase(),
    encoding && encodingName(encoding, t, locale),
    known ? t(`separators.${known}`) : separator,
  ];
  const facts = t.list(parts.filter((part): part is string => Boolean(part)));
  const said = source
    ? t("recognized", { source: sourceText({ source, label }, t), facts })
    : t("chosen", { facts });
  return unusedColumns.length > 0
    ? `${said} ${t("notImported", { columns: t.list(unusedColumns) })}`
    : said;
}

export function encodingName(encoding: string, t: Texts<"settings.data">, locale: string): string {
  const known = encodings.find(({ value }) => value === encoding);
  if (!known) return encoding.toUpperCase();
  const name = (type: "language" | "region" | "script", code: string) =>
    displayNames(locale, { type }).of(code) ?? code;
  const of = [
    ...("languages" in known ? known.languages.map((code) => name("language", code)) : []),
    ...("region" in known ? [name("region", known.region)] : []),
    ...("script" in known ? [name("script", known.script)] : []),
  ];
  return of.length > 0 ? `${known.name} (${t.list(of)})` : known.name;
}
