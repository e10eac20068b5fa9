import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ChannelSign } from "@/components/links/share/channel-sign";

it.each(["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"])(
  "shows the icon of any other source for %s",
  (source) => {
    const [shown, other] = [source, "elsewhere"].map((each) =>
      renderToStaticMarkup(createElement(ChannelSign, { source: each })),
    );
    expect(shown).toBe(other);
  },
);
