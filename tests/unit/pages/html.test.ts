import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml } from "@/lib/pages/html";
import { anyText } from "../support/any-text";

describe("escapeHtml", () => {
  it("replaces the five special characters", () => {
    expect(escapeHtml(`<a href="x">&'</a>`)).toBe(
      "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;",
    );
    expect(escapeHtml("&amp;")).toBe("&amp;amp;");
  });

  it("leaves nothing that starts a tag, attribute or entity, and changes nothing else", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(?:lt|gt|quot|amp|#39);)/);
        if (!/[<>"'&]/.test(text)) expect(escapeHtml(text)).toBe(text);
      }),
    );
  });
});
