import { expect, it } from "vitest";
import { pseudo, pseudoMessage } from "../../support/pseudo-language";

it("the pseudo-language is accented and 40 % longer, and keeps what is no text", () => {
  expect(pseudo("Sign in")).toBe("Śíĝñ íñøøø");
  expect(
    pseudoMessage(
      "Run <code>{command}</code> {n, plural, one {# time} other {# times}} of {m, number}",
    ),
  ).toBe(
    "Ŕúñøø <code>{command}</code> {n, plural, one {# ťíḿéøø} other {# ťíḿéśøø}} óƒø {m, number}",
  );
});
