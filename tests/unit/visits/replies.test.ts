import { describe, expect, it } from "vitest";
import * as replies from "@/lib/visits/replies";
import type { Reply } from "@/lib/visits/visit";

const service = "https://go.example.com";
const target = {
  linkId: 7,
  slug: "hello",
  url: "https://secret.example/x",
  title: "A title",
  enabled: true,
  expiresAt: null,
  createdAt: new Date(0),
};

const preview = { title: "Theirs", description: "What it is about", image: "https://secret.example/i.png", siteName: "Example" };

const all: [string, Reply][] = [
  ["redirect", replies.redirect(target.url)],
  ["card", replies.card(target, preview, service)],
  ["notFound", replies.notFound("hello", service)],
  ["tooManyRequests", replies.tooManyRequests(30, 300, service)],
  ["expired", replies.expired(service)],
  ["toDashboard", replies.toDashboard()],
  ["methodNotAllowed", replies.methodNotAllowed()],
  ["unavailable", replies.unavailable()],
];

describe.each(all)("%s", (name, { status, headers, body }) => {
  it("is kept out of search indexes and sets no Referrer-Policy", () => {
    expect(headers).toMatchObject({ "X-Robots-Tag": "noindex" });
    expect(Object.keys(headers).map((header) => header.toLowerCase())).not.toContain("referrer-policy");
  });

  it("is not a permanent redirect, and not cacheable unless it is the card", () => {
    expect([301, 308]).not.toContain(status);
    if (name !== "card") expect(headers["Cache-Control"]).toBe("private, no-store");
  });

  it("declares the type of its body", () => {
    expect(headers["Content-Type"] === undefined).toBe(body === null);
  });

  it("shows the destination only if the link is active", () => {
    if (name === "redirect" || name === "card") return;
    expect(JSON.stringify({ headers, body })).not.toContain("secret.example");
  });
});

describe("redirect", () => {
  it("is 302 with exactly the headers of the request table", () => {
    expect(replies.redirect("https://example.com/é?a=%zz&b=[]")).toEqual({
      status: 302,
      headers: {
        Location: "https://example.com/%C3%A9?a=%zz&b=[]",
        "Cache-Control": "private, no-store",
        "X-Robots-Tag": "noindex",
        "Content-Length": "0",
      },
      body: null,
    });
  });
});

describe("card", () => {
  it("is 200 with the OpenGraph card of the link, as HTML without scripts", () => {
    const { status, headers, body } = replies.card(target, preview, service);
    expect(status).toBe(200);
    expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
    expect(headers["Content-Security-Policy"]).toContain("default-src 'none'");
    expect(body).toContain('<meta property="og:title" content="A title">');
    expect(headers).not.toHaveProperty("Location");
  });

  it("is privately cached for minutes, and shorter without a preview", () => {
    expect(replies.card(target, preview, service).headers["Cache-Control"]).toBe("private, max-age=300");
    expect(replies.card(target, null, service).headers["Cache-Control"]).toBe("private, max-age=60");
  });
});

describe("notFound", () => {
  it("is 404 without a redirect", () => {
    const { status, headers } = replies.notFound("hello", service);
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty("Location");
    expect(headers).not.toHaveProperty("Refresh");
  });
});

describe("expired", () => {
  it("is 404 and redirects to / in three ways", () => {
    const { status, headers, body } = replies.expired(service);
    expect(status).toBe(404);
    expect(headers).toMatchObject({ Location: "/", Refresh: "0; url=/" });
    expect(body).toContain('<meta http-equiv="refresh" content="0; url=/">');
  });
});

describe("the others", () => {
  it("toDashboard redirects to the overview temporarily", () => {
    expect(replies.toDashboard()).toMatchObject({ status: 302, headers: { Location: "/dashboard/overview" } });
  });

  it("methodNotAllowed is 405 and lists the methods", () => {
    expect(replies.methodNotAllowed()).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD" } });
  });

  it("tooManyRequests is 429 with Retry-After", () => {
    expect(replies.tooManyRequests(30, 300, service)).toMatchObject({
      status: 429,
      headers: { "Retry-After": "30", "RateLimit-Policy": '"unknown-slugs";q=300;w=60', RateLimit: '"unknown-slugs";r=0;t=30' },
    });
  });

  it("unavailable is 503 with Retry-After", () => {
    const { status, headers } = replies.unavailable();
    expect(status).toBe(503);
    expect(headers["Retry-After"]).toMatch(/^[1-9]\d*$/);
  });
});
