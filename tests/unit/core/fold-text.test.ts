import { expect, it } from "vitest";
import { foldText, hasWords } from "@/lib/core/fold-text";

it.each([
  ["İSTATİSTİK", "istatistik"],
  ["Bağlantılar", "baglantilar"],
  ["Paramètres", "parametres"],
  ["إعدادات", "اعدادات"],
  ["Ｌｉｎｋ", "link"],
])("%s is compared as %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it.each([
  ["リンクの統計", "統計"],
  ["链接统计", "统计"],
  ["Ayarlar İstatistikler", "istat"],
  ["الإعدادات", "إعدادات"],
  ["Sign-in & sessions", "sess sign"],
  ["Log out", "LOG OUT"],
])("%s is found by %s", (text, query) => {
  expect(hasWords(text, query)).toBe(true);
});

it.each([
  ["Statistics", "tics"],
  ["Links", ""],
  ["Links", "&"],
  ["Links", "links settings"],
])("%s is not found by %j", (text, query) => {
  expect(hasWords(text, query)).toBe(false);
});
