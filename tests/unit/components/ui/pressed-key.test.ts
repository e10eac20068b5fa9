import { expect, it } from "vitest";
import { pressedKey } from "@/components/ui/pressed-key";

it.each([
  ["c", "KeyC", "c"],
  ["X", "KeyX", "X"],
  // French and German keyboards have other letters there.
  ["a", "KeyQ", "a"],
  ["z", "KeyY", "z"],
  ["é", "Digit2", "é"],
  ["?", "Minus", "?"],
  // Ukrainian.
  ["с", "KeyC", "c"],
  ["Ч", "KeyX", "X"],
  ["п", "KeyG", "g"],
  ["ж", "Semicolon", "ж"],
  // Arabic.
  ["ؤ", "KeyC", "c"],
  ["؟", "Slash", "?"],
  ["Escape", "Escape", "Escape"],
  ["Unidentified", "", "Unidentified"],
])("%s at %s is %s", (key, code, pressed) => {
  expect(pressedKey({ key, code })).toBe(pressed);
});
