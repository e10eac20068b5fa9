import { laterFolders } from "@/lib/texts/later-folders";
import type { KnownMessages } from "./known-texts";

/** Pages have parts of an area, never all of it. */
export function comesLater(folder: string, messages: KnownMessages): boolean {
  if (!laterFolders.some((each) => folder === each || folder.startsWith(`${each}.`))) return false;
  const [area = "", part] = folder.split(".");
  return part === undefined || messages[area]?.[part] === undefined;
}

const asked = new Map<string, Promise<KnownMessages>>();

/** Asked for once a language. Like a script, it is waited for until it comes: see lost-scripts.ts. */
export function laterTexts(locale: string): Promise<KnownMessages> {
  if (typeof window === "undefined")
    throw new Error("A page does not give the texts that it shows");
  const texts = asked.get(locale) ?? untilAnswered();
  asked.set(locale, texts);
  return texts;
}

async function untilAnswered(): Promise<KnownMessages> {
  for (;;) {
    const answer = await fetch("/dashboard/ask/texts").catch(() => null);
    if (answer?.ok) return answer.json();
    await nextPress();
  }
}

function nextPress(): Promise<unknown> {
  const signs = ["pointerdown", "keydown", "online"];
  return Promise.race(
    signs.map((sign) => new Promise((resolve) => addEventListener(sign, resolve, { once: true }))),
  );
}
