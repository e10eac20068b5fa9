import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { problems } from "@/lib/core/problems";
import { codeSamples } from "@/lib/http/api/code-samples";
import { docsPolicy } from "@/lib/http/api/docs-assets";
import { docsPage } from "@/lib/http/api/docs-page";
import { operations } from "@/lib/http/api/operations";

const baseUrl = "https://go.example.com";
const page = docsPage(baseUrl);
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");

describe("the documentation page", () => {
  it("has a place for every operation and every problem, each once", () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of operations(baseUrl)) expect(ids).toContain(id);
    for (const code of Object.keys(problems)) expect(ids).toContain(code);
  });

  it("has no link that leads nowhere, and loads nothing from elsewhere", () => {
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    for (const [, target] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(target).toMatch(/^[#/]/);
    for (const [, target] of page.matchAll(/for="([^"]+)"/g)) expect(ids).toContain(target);
  });

  it("is allowed by its policy, and nothing else is", () => {
    for (const name of ["style", "script"]) {
      const inner = new RegExp(`<${name}>([^]*?)</${name}>`).exec(page)?.[1] ?? "";
      expect(docsPolicy).toContain(
        `${name}-src 'sha256-${createHash("sha256").update(inner).digest("base64")}'`,
      );
    }
    expect(docsPolicy).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/ (?:style|on\w+)="/);
  });

  it("closes what it opens", () => {
    const serious = page.replace(/<(?:meta|link|wbr|input|br)\b[^>]*>/g, "");
    const open: string[] = [];
    for (const [, end, name = ""] of serious
      .replace(/<script>[\s\S]*<\/script>|<style>[\s\S]*<\/style>|<!doctype html>/g, "")
      .matchAll(/<(\/?)(\w+)/g)) {
      if (end) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

describe("codeSamples", () => {
  it("gives the parameters that a call does not work without", () => {
    const [operation] = operations(baseUrl).filter(({ id }) => id === "exportRedirects");
    if (!operation) throw new Error("there is no such operation");
    for (const { code } of codeSamples(operation, baseUrl))
      expect(code).toContain("/api/links/redirects?format=nginx");
  });

  it("quotes what a shell, JavaScript and Python would read otherwise", () => {
    const [operation] = operations(baseUrl).filter(({ id }) => id === "createLink");
    const example = {
      url: "https://example.com/it's",
      title: null,
      enabled: true,
      tags: ["$HOME"],
    };
    const odd = {
      ...operation,
      body: { name: "NewLink", content: { "application/json": { example } } },
    } as Parameters<typeof codeSamples>[0];
    const [curl, javascript, python] = codeSamples(odd, baseUrl).map(({ code }) => code);
    expect(curl).toContain(
      `-d '{"url":"https://example.com/it'\\''s","title":null,"enabled":true,"tags":["$HOME"]}'`,
    );
    expect(javascript).toContain(
      `body: JSON.stringify({"url":"https://example.com/it's","title":null,"enabled":true,"tags":["$HOME"]})`,
    );
    expect(python).toContain(
      `json.dumps({"url": "https://example.com/it's", "title": None, "enabled": True, "tags": ["$HOME"]}).encode()`,
    );
  });
});
