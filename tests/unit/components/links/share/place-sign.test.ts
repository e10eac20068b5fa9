import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PlaceSign } from "@/components/links/share/place-sign";

it.each(["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"])("shows the icon of any other source for %s", (source) => {
  const [shown, other] = [source, "elsewhere"].map((each) => renderToStaticMarkup(createElement(PlaceSign, { source: each })));
  expect(shown).toBe(other);
});
