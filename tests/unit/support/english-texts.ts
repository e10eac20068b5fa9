import { textsIn } from "@/lib/texts/translate";
import type { Folder, Texts } from "@/lib/texts/translator";

/** In place of `#texts`: unit tests render components without a request or a provider. */
export const useTexts = <F extends Folder>(folder: F): Texts<F> => textsIn("en", folder);
