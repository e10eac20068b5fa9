import { laterFolders } from "@/lib/texts/later-folders";
import type { KnownMessages } from "./known-texts";
import { untilCome } from "./lost-parts";

/** Pages have parts of an area, never all of it. */
export function comesLater(folder: string, messages: KnownMessages): boolean {
  if (!laterFolders.some((each) => folder === each || folder.startsWith(`${each}.`))) return false;
  const [area = "", part] = folder.split(".");
  return part === undefined || messages[area]?.[part] === undefined;
}

const asked = new Map<string, Promise<KnownMessages>>();
const address = "/dashboard/ask/texts";

/** Asked for once a language. */
export function laterTexts(locale: string): Promise<KnownMessages> {
  if (typeof window === "undefined")
    throw new Error("A page does not give the texts that it shows");
  const texts = asked.get(locale) ?? untilCome(address, fetchTexts);
  if (!asked.has(locale)) {
    asked.set(locale, texts);
    // As React marks promises. It would hide what first waits for another one, though for a moment,
    // and take the focus from it.
    void texts.then((value) => Object.assign(texts, { status: "fulfilled", value }));
  }
  return texts;
}

async function fetchTexts(): Promise<KnownMessages> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
