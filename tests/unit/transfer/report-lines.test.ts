import { beforeAll, expect, it } from "vitest";
import { isSluglineError } from "@/lib/core/errors";
import { say } from "@/lib/texts/say";
import type { Sentence } from "@/lib/texts/sentence";
import { importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { fileLine, reportLines } from "@/lib/transfer/report-lines";
import { useService } from "../support/service";

beforeAll(() => void useService());

/** What the dashboard says in German of a file. */
async function said(file: string | Buffer): Promise<string[]> {
  const german = (sentence: Sentence) => say("de", sentence);
  try {
    const { rows, ...facts } = await readLinkRows(Buffer.from(file));
    const lines = reportLines(fileLine(facts), importLinks(rows, true, new Date()), {
      said: german,
      ofField: (field, problem) => `${field || "Zeile"} ${problem}.`,
    });
    const messages: string[] = [];
    for await (const line of lines) {
      const { problems = [] } = JSON.parse(line) as { problems?: { message: string }[] };
      messages.push(...problems.map(({ message }) => message));
    }
    return messages;
  } catch (error) {
    if (!isSluglineError(error)) throw error;
    return [german(error.sentence)];
  }
}

it.each([
  [
    "url,title\nhttps://a.example,a,b",
    "Zeile 2 hat 3 Felder, die Kopfzeile 2. Wenn ein Wert das Trennzeichen enthält, setzen Sie ihn in Anführungszeichen.",
  ],
  ["title,url\na", "Zeile 2 endet vor ihrem Ziel."],
  [
    "url,expiresAt,enabled\nftp://a.example,soon,perhaps",
    "url muss eine vollständige http- oder https-Adresse sein, etwa https://example.com/page („url“: „ftp://a.example“). enabled muss true oder false sein („enabled“: „perhaps“). expiresAt muss ein Datum oder ein Zeitpunkt nach ISO 8601 sein, zum Beispiel 2030-01-31T12:00:00Z („expiresAt“: „soon“).",
  ],
  ["[1]", "Zeile muss ein JSON-Objekt sein."],
  [
    '[{"url":"https://a.example","URL":"https://b.example"}]',
    "„url“ und „URL“ unterscheiden sich: Lassen Sie eines davon weg.",
  ],
  [
    'url,title\nhttps://a.example,"a',
    'Das Anführungszeichen, das in Zeile 2 beginnt, ist nicht geschlossen. Daher ist nicht sicher, wo die Zeile endet, und es wurde nichts importiert. Anführungszeichen innerhalb eines Werts in Anführungszeichen müssen verdoppelt werden ("").',
  ],
  [
    "\x1f\x8b",
    "Diese Datei (gzip) ist keine Liste von Links in einem Format, das Slugline liest: Entpacken Sie sie, und importieren Sie die enthaltene Datei.",
  ],
  [
    "PK\x03\x04xl/",
    "Diese Datei (Excel, .xlsx) ist keine Liste von Links in einem Format, das Slugline liest: Wählen Sie in der Tabellenkalkulation Datei > Speichern unter > CSV UTF-8, und importieren Sie diese Datei.",
  ],
  [
    "<html>",
    "Diese Datei (HTML) ist keine Liste von Links in einem Format, das Slugline liest: Exportieren Sie die Links als CSV oder JSON. Lesezeichen werden gelesen, wenn sie mit <!DOCTYPE NETSCAPE-Bookmark-file-1> beginnen.",
  ],
  [
    "",
    "Von keiner Spalte der Datei ist bekannt, dass sie das Ziel enthält. Die Datei hat keine Spalten. Nennen Sie die Spalten in Parametern, zum Beispiel url=Long%20link, oder benennen Sie sie in der Datei um in url, slug, title, enabled, expiresAt und so weiter.",
  ],
  [
    "url,title\nhttps://a.example,\x8aalek",
    "Die Datei ist nicht in UTF-8, und ihre Kodierung ist nicht sicher; als windows-1252 gelesen, steht in Zeile 2 „example,Šalek“. Speichern Sie sie als UTF-8 (in Excel: CSV UTF-8), oder wählen Sie ihre Kodierung, zum Beispiel windows-1252 (in der API encoding=windows-1252). Vielleicht ist es windows-1252.",
  ],
])("%j", async (file, german) => {
  expect(await said(Buffer.from(file, "latin1"))).toEqual([german]);
});
