import { describe, expect, it } from "vitest";
import type { FormProblem } from "@/lib/pages/link-pages";
import { type PageLook, plainLook } from "@/lib/pages/page-look";
import { publicTexts } from "@/lib/pages/public-texts";
import * as replies from "@/lib/visits/replies";
import type { Reply } from "@/lib/visits/visit";
import { noExtras } from "../../support/target";

const service = "https://go.example.com";
const target = {
  linkId: 7,
  slug: "hello",
  url: "https://secret.example/x",
  title: "A title",
  enabled: true,
  expiresAt: null,
  createdAt: new Date(0),
  ...noExtras,
};

const preview = {
  title: "Theirs",
  description: "What it is about",
  image: "https://secret.example/i.png",
  siteName: "Example",
};

const all: [string, Reply][] = [
  ["redirect", replies.redirect(target.url)],
  ["card", replies.card(target, preview, service)],
  ["cardWithoutDestination", replies.cardWithoutDestination({ ...target, maxClicks: 5 }, service)],
  ["notCounted", replies.notCounted("hello", service)],
  ["notPrefetched", replies.notPrefetched("hello", service)],
  ["notFound", replies.notFound("hello", service)],
  ["tooManyRequests", replies.tooManyRequests(30, 300, service)],
  ["expired", replies.expired(service)],
  ["toDashboard", replies.toDashboard()],
  ["methodNotAllowed", replies.methodNotAllowed()],
  ["unavailable", replies.unavailable()],
  [
    "askPassword",
    replies.askPassword("hello", service, { referrer: "news.example", problem: null }),
  ],
];

describe.each(all)("%s", (name, { status, headers, body }) => {
  it("is kept out of search indexes and sets no Referrer-Policy", () => {
    expect(headers).toMatchObject({ "X-Robots-Tag": "noindex" });
    expect(Object.keys(headers).map((header) => header.toLowerCase())).not.toContain(
      "referrer-policy",
    );
  });

  it("is not a permanent redirect, and not cacheable unless it is the card", () => {
    expect([301, 308]).not.toContain(status);
    if (name !== "card") expect(headers["Cache-Control"]).toBe("private, no-store");
  });

  it("declares the type of its body", () => {
    expect(headers["Content-Type"] === undefined).toBe(body === null);
  });

  it("shows the destination only to those who may learn it", () => {
    if (name === "redirect" || name === "card") return;
    expect(JSON.stringify({ headers, body })).not.toContain("secret.example");
  });
});

describe("with an owner's settings", () => {
  const look = { ...plainLook, varies: true };

  it("varies by language where it is chosen", () => {
    for (const reply of [
      replies.notFound("hello", service, look),
      replies.expired(service, look),
      replies.unavailable(look),
    ]) {
      expect(reply.headers.Vary).toBe("Accept-Language");
    }
    for (const [, { headers }] of all) expect(headers).not.toHaveProperty("Vary");
  });

  it("an expired link still answers 404 and names /, while browsers are taken to EXPIRED_URL", () => {
    const { status, headers, body } = replies.expired(service, look, "https://example.com/é");
    expect(status).toBe(404);
    expect(headers).toMatchObject({ Location: "/", Refresh: "0; url=https://example.com/%C3%A9" });
    expect(body).toContain("https://example.com/é");
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
    expect(replies.card(target, preview, service).headers["Cache-Control"]).toBe(
      "private, max-age=300",
    );
    expect(replies.card(target, null, service).headers["Cache-Control"]).toBe(
      "private, max-age=60",
    );
  });
});

describe("the card of a link with its own text and image", () => {
  it("shows these, and what the destination says where it has none", () => {
    const own = { ...target, description: "Own <text>", image: "https://example.com/own.png" };
    const both = replies.card(own, preview, service).body;
    expect(both).toContain('<meta property="og:description" content="Own &lt;text&gt;">');
    expect(both).toContain('<meta property="og:image" content="https://example.com/own.png">');
    expect(replies.card(own, null, service).body).toContain('content="summary_large_image"');
    expect(replies.card({ ...own, image: null }, preview, service).body).toContain(
      'content="https://secret.example/i.png"',
    );
  });
});

describe("askPassword", () => {
  it("is a form without script, destination and title, that may lead anywhere", () => {
    const { status, headers, body } = replies.askPassword("hello", service, {
      referrer: '"><script>',
      problem: null,
    });
    expect(status).toBe(200);
    expect(headers["Content-Security-Policy"]).toContain("default-src 'none'");
    expect(headers["Content-Security-Policy"]).not.toContain("form-action");
    expect(body).toContain('<form method="post">');
    expect(body).not.toContain("<script");
    expect(body).not.toContain("og:");
  });

  it("says why it is shown again", () => {
    const again = (problem: FormProblem, look?: PageLook) =>
      replies.askPassword("hello", service, { referrer: null, problem }, look);
    expect(again({ text: "wrongPassword" })).toMatchObject({
      status: 403,
      body: expect.stringContaining('role="alert"'),
    });
    expect(again({ text: "unreadableForm" })).toMatchObject({
      status: 403,
      body: expect.stringContaining("Could not read the form"),
    });
    const busy = again({ text: "busy", retryAfterS: 5 });
    expect([busy.status, busy.headers["Retry-After"]]).toEqual([429, "5"]);
    expect(busy.body).toContain("This server is busy at the moment. Try again in a few seconds.");
    const late = again({ text: "tooManyGuesses", retryAfterS: 830 });
    expect(late).toMatchObject({
      status: 429,
      headers: { "Retry-After": "830" },
      body: expect.stringContaining("Wait 14 minutes, then"),
    });
    const polish = { ...plainLook, texts: publicTexts("pl") };
    expect(again({ text: "tooManyGuesses", retryAfterS: 1 }, polish).body).toContain(
      "próby: 1 minuta.",
    );
  });
});

describe("previewPage", () => {
  it("shows host, title and month, and leads to the short link with its query", () => {
    const { status, body } = replies.previewPage(
      "hello",
      { ...target, createdAt: new Date("2026-03-31T23:59:59Z") },
      'utm_source=x&a="',
      service,
    );
    expect(status).toBe(200);
    expect(body).toContain('<p class="host">secret.example</p>');
    expect(body).toContain("<title>This short link leads to secret.example</title>");
    expect(body).toContain("<h1>This short link leads to</h1>");
    expect(body).toContain("Created in March 2026");
    expect(body).toContain('href="/hello?utm_source=x&amp;a=&quot;"');
    expect(body).not.toContain("https://secret.example/x");
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
    expect(replies.toDashboard()).toMatchObject({
      status: 302,
      headers: { Location: "/dashboard/overview" },
    });
  });

  it("methodNotAllowed is 405 and lists the methods", () => {
    expect(replies.methodNotAllowed()).toMatchObject({
      status: 405,
      headers: { Allow: "GET, HEAD" },
    });
  });

  it("tooManyRequests is 429 with Retry-After", () => {
    expect(replies.tooManyRequests(30, 300, service)).toMatchObject({
      status: 429,
      headers: {
        "Retry-After": "30",
        "RateLimit-Policy": '"unknown-slugs";q=300;w=60',
        RateLimit: '"unknown-slugs";r=0;t=30',
      },
    });
  });

  it("unavailable is 503 with Retry-After", () => {
    const { status, headers } = replies.unavailable();
    expect(status).toBe(503);
    expect(headers["Retry-After"]).toMatch(/^[1-9]\d*$/);
  });
});
