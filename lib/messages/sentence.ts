import { type Role, roles } from "../core/access";
import { cutText } from "../core/clean-text";
import { formatDay, formatInstant } from "../core/format";
import { ruleText } from "../links/rule-text";
import { directionOf, type Language } from "../texts/languages";
import { say } from "../texts/say";
import { readSentence, sentence } from "../texts/sentence";
import { textsIn } from "../texts/translate";
import type { Texts } from "../texts/translator";
import type { EventType, testType } from "./events";
import { asName } from "./plain-host";

/** What is known of an event: numbers, and texts that people wrote. */
type Facts = Readonly<Record<string, unknown>>;

const longestTitle = 100;

/**
 * An event as a sentence for people, in their language. It has no address: chats would make one of
 * our short links a preview, which counts as a bot hit.
 */
export function sentenceOf(type: string, facts: Facts, now: Date, language: Language): string {
  const write: Sentence | undefined = sentences[type as keyof typeof sentences];
  const t = textsIn(language, "messages");
  return write ? write({ facts, link: nameOf(facts, t, language), t, now, language }) : type;
}

interface Given {
  facts: Facts;
  /** The link that it is about. */
  link: string;
  t: Texts<"messages">;
  now: Date;
  language: Language;
}

type Sentence = (given: Given) => string;

const sentences: Record<EventType | typeof testType, Sentence> = {
  test: ({ language }) => say(language, sentence("testMessage")),
  "link.created": ({ link, t }) => t("linkCreated", { link }),
  "link.updated": ({ facts: { changed }, link, t, language }) =>
    Array.isArray(changed) && changed.length > 0
      ? t("linkChangedIn", { link, fields: fieldsIn(changed, language) })
      : t("linkChanged", { link }),
  "link.deleted": ({ link, t }) => t("linkDeleted", { link }),
  "link.first_click": ({ link, t }) => t("firstClick", { link }),
  "link.threshold": ({ facts, link, t }) =>
    t("threshold", { link, clicks: whole(facts.threshold) }),
  "link.expiring": ({ facts, link, t, now, language }) =>
    t("linkExpires", {
      link,
      date: formatInstant(new Date(String(facts.expiresAt)), now, undefined, language),
    }),
  "link.expired": ({ link, t }) => t("linkExpired", { link }),
  "link.used_up": ({ facts, link, t }) => t("usedUp", { link, clicks: whole(facts.maxClicks) }),
  "link.broken": ({ facts, link, t, language }) => {
    const reason = say(language, readSentence(String(facts.reason ?? "")));
    return facts.destination
      ? t("brokenDestinationFor", {
          link,
          reason,
          rule: ruleIn(String(facts.destination), language),
        })
      : t("brokenDestination", { link, reason });
  },
  "link.recovered": ({ facts, link, t, language }) =>
    facts.destination
      ? t("recoveredFor", { link, rule: ruleIn(String(facts.destination), language) })
      : t("recovered", { link }),
  "link.moved": ({ facts: { from, to }, link, t }) =>
    t("movedDestination", { link, from: asName(String(from)), to: asName(String(to)) }),
  "traffic.unusual": ({ facts, link, t, now, language }) =>
    t("unusual", {
      link,
      clicks: whole(facts.clicks),
      day: formatDay(new Date(String(facts.day)), { year: now, locale: language }),
      usual: whole(facts.usual),
    }),
  "import.finished": ({ facts: { created, skipped, refused }, t }) =>
    t("importFinished", {
      created: whole(created),
      skipped: whole(skipped),
      refused: whole(refused),
    }),
  "backup.failed": ({ facts, language }) => say(language, readSentence(String(facts.reason))),
  "host.expiring": ({ facts: { host, kind, expiresAt }, t, language }) => {
    const date = formatDay(new Date(String(expiresAt)), { year: "always", locale: language });
    const name = asName(String(host));
    return t(kind === "certificate" ? "hostCertificate" : "hostRegistration", { host: name, date });
  },
  "person.added": ({ facts: { name, email, role }, t, language }) =>
    t("personAdded", {
      name: shorten(String(name)),
      email: String(email),
      role: roleIn(String(role), language),
    }),
  "digest.weekly": digestText,
};

/** A line for the week, and one for each link. */
function digestText({ facts, t, language }: Given): string {
  const { from, to, clicks, links, dropped = [] } = facts;
  const day = (date: unknown) =>
    formatDay(new Date(String(date)), { year: "always", locale: language });
  const lines = (links as Facts[]).map((link) =>
    t("digestLink", { name: nameOf(link, t, language), value: String(link.text) }),
  );
  const week = t("digest", { clicks: whole(clicks), from: day(from), to: day(to) });
  const losses = (dropped as Facts[]).map(({ receiver, messages }) =>
    t("digestDropped", { receiver: shorten(String(receiver)), messages: whole(messages) }),
  );
  return [week, "", ...lines, ...losses].join("\n");
}

function nameOf({ slug, title }: Facts, t: Texts<"messages">, language: Language): string {
  const path = apart(`/${String(slug)}`, language);
  return title
    ? t("linkNamed", { name: apart(shorten(String(title)), language), detail: path })
    : path;
}

/** Keeps a name in its own order (Unicode, FSI and PDI) among words that are read from the right. */
function apart(name: string, language: Language): string {
  return directionOf(language) === "rtl" ? `\u2068${name}\u2069` : name;
}

const ruleIn = (destination: string, language: Language) =>
  ruleText(destination, textsIn(language, "links.rules"), language);

/** English names fields as the API does. */
function fieldsIn(names: readonly unknown[], language: Language): string {
  const t = textsIn(language, "links.history.fields");
  return t.list(names.map(String).map((name) => (t.has(name as never) ? t(name as never) : name)));
}

/** English has the role in lower case within a sentence. */
function roleIn(role: string, language: Language): string {
  if (language === "en" || !isRole(role)) return role;
  return textsIn(language, "settings.roles")(role);
}

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

const whole = (value: unknown) => Math.round(Number(value));

const shorten = (text: string) => cutText(text, longestTitle, "…");
