import type { Texts } from "@/lib/texts/translator";
import type { FileLine } from "@/lib/transfer/report-lines";
import { sourceText } from "./source-text";

/** Those that spreadsheets save; the API takes more. */
export const encodings = [
  { value: "utf-8", name: "UTF-8" },
  { value: "windows-1252", script: "western", name: "Windows-1252" },
  { value: "windows-1250", script: "central", name: "Windows-1250" },
  { value: "windows-1251", script: "cyrillic", name: "Windows-1251" },
  { value: "windows-1253", script: "greek", name: "Windows-1253" },
  { value: "windows-1254", script: "turkish", name: "Windows-1254" },
  { value: "windows-1257", script: "baltic", name: "Windows-1257" },
  { value: "macintosh", script: "western", name: "Macintosh" },
  { value: "cp850", script: "western", name: "MS-DOS" },
  { value: "shift_jis", script: "japanese", name: "Shift JIS" },
  { value: "gb18030", script: "chinese", name: "GB18030" },
  { value: "big5", script: "chinese", name: "Big5" },
  { value: "euc-kr", script: "korean", name: "EUC-KR" },
] as const;

const separators: Readonly<Record<string, "commas" | "semicolons" | "tabs" | "bars">> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/** What the file was taken for, and what of it is not imported. */
export function describeFile(taken: FileLine, t: Texts<"settings.data">): string {
  const { source, label, format, encoding, separator = "", unusedColumns = [] } = taken;
  const known = separators[separator];
  const parts = [
    format?.toUpperCase(),
    encoding && encodingName(encoding, t),
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

export function encodingName(encoding: string, t: Texts<"settings.data">): string {
  const known = encodings.find(({ value }) => value === encoding);
  if (!known) return encoding.toUpperCase();
  return "script" in known ? `${t(`scripts.${known.script}`)} (${known.name})` : known.name;
}
