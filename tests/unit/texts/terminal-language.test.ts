import { expect, it } from "vitest";
import { terminalLanguage } from "@/lib/texts/terminal-language";

it.each([
  [{}, "en"],
  [{ LANG: "C.UTF-8" }, "en"],
  [{ LANG: "POSIX" }, "en"],
  [{ LANG: "de_DE.UTF-8" }, "de"],
  [{ LANG: "de_AT@euro" }, "de"],
  [{ LANG: "en_US.UTF-8", LC_ALL: "", LC_MESSAGES: "de_DE.UTF-8" }, "de"],
  [{ LANG: "de_DE.UTF-8", LC_ALL: "C" }, "en"],
  [{ LANG: "la_VA.UTF-8" }, "en"],
])("%j is %s", (variables, language) => {
  expect(terminalLanguage(variables)).toBe(language);
});
