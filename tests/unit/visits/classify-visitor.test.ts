import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { classifyVisitor } from "@/lib/visits/describe/classify-visitor";
import { headersOf } from "../support/headers";
import { useService } from "../support/service";
import {
  browsers,
  crawlers,
  officePrograms,
  outlookAgents,
  plainClients,
  unfurlers,
  wordedUnfurlers,
} from "../support/user-agents";

beforeAll(() => void useService());

const click = { uncounted: null, gets: "redirect" };
const classify = (headers: Record<string, string>, method = "GET") =>
  classifyVisitor({ method, slug: "sale", header: headersOf(headers) });
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

describe("classifyVisitor", () => {
  it.each(browsers)("a click: %s", (_, userAgent) => {
    expect(classify({ "user-agent": userAgent })).toEqual(click);
  });

  it.each(plainClients)("a click: %s", (_, userAgent) => {
    expect(classify({ "user-agent": userAgent })).toEqual(click);
  });

  it.each([[{}], [{ "user-agent": "" }]])("a click: no user agent, %j", (headers) => {
    expect(classify(headers)).toEqual(click);
  });

  it.each([...unfurlers, ...wordedUnfurlers])(
    "a bot hit that gets the card: %s, %s",
    (name, userAgent) => {
      expect(classify({ "user-agent": userAgent })).toEqual({
        uncounted: { kind: "unfurler", name },
        gets: "card",
      });
    },
  );

  it.each(crawlers)("a crawler that is redirected: %s, %s", (_, userAgent) => {
    expect(classify({ "user-agent": userAgent })).toMatchObject({
      uncounted: { kind: "crawler" },
      gets: "redirect",
    });
  });

  it.each(officePrograms)(
    "not a click, and gets a page, so that the browser comes itself: %s, %s",
    (name, userAgent) => {
      expect(classify({ "user-agent": userAgent })).toEqual({
        uncounted: { kind: "crawler", name },
        gets: "page",
      });
      expect(classify({ "user-agent": userAgent }, "HEAD")).toEqual({
        uncounted: { kind: "head", name: "" },
        gets: "page",
      });
    },
  );

  it.each(outlookAgents)(
    "not a click, and redirected, because it requests images: %s, %s",
    (name, userAgent) => {
      expect(classify({ "user-agent": userAgent })).toEqual({
        uncounted: { kind: "crawler", name },
        gets: "redirect",
      });
    },
  );

  it.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["sec-purpose", "prefetch;anonymous-client-ip"],
    ["purpose", "prefetch"],
    ["purpose", "Prefetch"],
    ["x-moz", "prefetch"],
  ])("not a click: a prefetch with %s: %s", (name, value) => {
    expect(classify({ "user-agent": firefox, [name]: value })).toEqual({
      uncounted: { kind: "prefetch", name: "" },
      gets: "redirect",
    });
  });

  it.each([
    ["sec-purpose", ""],
    ["purpose", "navigation"],
    ["x-moz", "microsummary"],
    ["sec-fetch-mode", "navigate"],
  ])("a click: a browser with %s: %j", (name, value) => {
    expect(classify({ "user-agent": firefox, [name]: value })).toEqual(click);
  });

  it.each([...browsers, ...plainClients, ...crawlers])(
    "HEAD is not a click: %s",
    (_, userAgent) => {
      expect(classify({ "user-agent": userAgent }, "HEAD")).toEqual({
        uncounted: { kind: "head", name: "" },
        gets: "redirect",
      });
    },
  );

  it.each([
    "slugline.test=sale",
    "slugline.session=x; slugline.test=sale",
    "slugline.owner=1; slugline.test=sale",
  ])("not a click: a visit to test a link, with the cookies %s", (cookie) => {
    expect(classify({ "user-agent": firefox, cookie })).toEqual({
      uncounted: { kind: "owner", name: "" },
      gets: "redirect",
    });
  });

  it.each([
    "",
    "slugline.owner=1",
    "slugline.session=x",
    "slugline.test=",
    "slugline.test=sales",
    "xslugline.test=sale",
    "a=slugline.test=sale",
  ])("a click: a browser with the cookies %j", (cookie) => {
    expect(classify({ "user-agent": firefox, cookie })).toEqual(click);
  });

  it("leaves owners out only with COUNT_OWNERS=false", () => {
    useService({ COUNT_OWNERS: "false" });
    try {
      for (const cookie of ["slugline.owner=1", "a=b; slugline.owner=1; c=d"]) {
        expect(classify({ "user-agent": firefox, cookie })).toEqual({
          uncounted: { kind: "owner", name: "" },
          gets: "redirect",
        });
      }
      expect(classify({ "user-agent": firefox, cookie: "slugline.owner=" })).toEqual(click);
    } finally {
      useService();
    }
  });

  it.each(unfurlers)(
    "an owner's cookie makes no other kind of a preview bot: %s",
    (name, userAgent) => {
      expect(classify({ "user-agent": userAgent, cookie: "slugline.test=sale" })).toEqual({
        uncounted: { kind: "unfurler", name },
        gets: "card",
      });
    },
  );

  it.each(unfurlers)(
    "HEAD of a preview bot is not a bot hit, but is answered like its GET: %s",
    (_, userAgent) => {
      expect(classify({ "user-agent": userAgent }, "HEAD")).toEqual({
        uncounted: { kind: "head", name: "" },
        gets: "card",
      });
    },
  );

  it("only preview bots get the card, and they are never counted as clicks", () => {
    const words = fc.constantFrom(
      "bot",
      "Slackbot",
      "Twitterbot/1.0",
      "WhatsApp/2",
      "Mozilla/5.0",
      "(compatible; ",
      "crawler",
      ") ",
      "curl/8",
      " ",
      "\0",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 6 }), (parts) => {
        const { uncounted, gets } = classify({ "user-agent": parts.join("") });
        expect(gets === "card").toBe(uncounted?.kind === "unfurler");
      }),
    );
  });
});
