import { expect, it } from "vitest";
import { findFolded, foldText, hasWords } from "@/lib/core/fold-text";

it.each([
  ["Işık", "ışık", "IŞIK", "işik", "ıŞİK", "I\u015fik".normalize("NFD")],
  ["İSTANBUL", "istanbul", "ıstanbul", "i̇stanbul", "İstanbul".normalize("NFD")],
  ["Straße", "STRASSE", "strasse", "STRAẞE"],
  ["ＨＥＬＬＯ　１２", "hello 12"],
  ["ｶﾞｲﾄﾞ", "ガイド", "カ\u3099イト\u3099"],
  ["ΟΔΟΣ", "οδος", "οδοσ"],
  ["ﬁle №5", "FILE no5"],
  ["Paramètres", "PARAMÈTRES", "Parame\u0300tres"],
  ["ГРОСС", "гросс"],
])("%s is the same for a search as its other spellings", (text, ...others) => {
  for (const other of others) expect(foldText(other)).toBe(foldText(text));
});

it.each([
  ["pâte", "pate"],
  ["が", "か"],
  ["100％", "100"],
])("%s is not %s", (text, other) => {
  expect(foldText(text)).not.toBe(foldText(other));
});

it.each([
  ["Der IŞIK hier", "ışık", "IŞIK"],
  ["İİİabc", "ABC", "abc"],
  ["Große Straße", "STRASSE", "Straße"],
  ["ﬁne", "in", "ﬁn"],
  ["ｈｅｌｌｏ", "ELL", "ｅｌｌ"],
])("in %s a search for %s marks %s", (text, wanted, marked) => {
  const found = findFolded(text, wanted);
  expect(found && text.slice(found.start, found.end)).toBe(marked);
  expect(findFolded(text, "nothing")).toBeNull();
  expect(findFolded(text, "")).toBeNull();
});

it.each([
  ["リンクの統計", "統計"],
  ["链接统计", "统计"],
  ["Ayarlar İstatistikler", "istat"],
  ["الإعدادات", "إعدادات"],
  ["Sign-in & sessions", "sess sign"],
  ["Log out", "LOG OUT"],
  ["İSTATİSTİK", "istatistik"],
  ["Bağlantılar", "baglantilar"],
  ["Paramètres", "parametres"],
  ["إعدادات", "اعدادات"],
  ["Ｌｉｎｋ", "link"],
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
