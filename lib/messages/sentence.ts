import { ruleName } from "../core/destination-rules";
import { formatDay, formatInstant, formatNumber } from "../core/format";
import type { EventType, testType } from "./events";

/** What is known of an event: numbers, and texts that people wrote. */
type Facts = Readonly<Record<string, unknown>>;

const locale = "en";
const longestTitle = 100;

/**
 * An event as a sentence for people. It has no address: chats would make one of our short links a
 * preview, which counts as a bot hit.
 */
export function sentenceOf(type: string, facts: Facts, now: Date): string {
  const write: Sentence | undefined = sentences[type as keyof typeof sentences];
  return write ? write(facts, now) : type;
}

type Sentence = (facts: Facts, now: Date) => string;

const sentences: Record<EventType | typeof testType, Sentence> = {
  test: ({ text }) => String(text),
  "link.created": (facts) => `New link: ${nameOf(facts)}`,
  "link.updated": (facts) => `Link changed: ${nameOf(facts)}${changesOf(facts)}`,
  "link.deleted": (facts) => `Link deleted: ${nameOf(facts)}`,
  "link.first_click": (facts) => `First click: ${nameOf(facts)}`,
  "link.threshold": (facts) => `${nameOf(facts)} reached ${clicksOf(facts.threshold)}`,
  "link.expiring": (facts, now) =>
    `${nameOf(facts)} expires on ${formatInstant(new Date(String(facts.expiresAt)), now)}`,
  "link.expired": (facts) => `Link expired: ${nameOf(facts)}`,
  "link.used_up": (facts) =>
    `${nameOf(facts)} is used up: it reached its limit of ${clicksOf(facts.maxClicks)}`,
  "link.broken": (facts) =>
    `Broken destination${ruleOf(facts)}: ${nameOf(facts)}. ${String(facts.reason ?? "")}`,
  "link.recovered": (facts) => `The destination${ruleOf(facts)} works again: ${nameOf(facts)}`,
  "traffic.unusual": (facts) =>
    `Unusual traffic: ${nameOf(facts)} had ${clicksOf(facts.clicks)} on ${String(facts.day)}, usually ${number(facts.usual)}`,
  "import.finished": ({ created, skipped, refused }) =>
    `Import finished: ${number(created)} created, ${number(skipped)} skipped, ${number(refused)} refused`,
  "backup.failed": ({ reason }) => String(reason),
  "person.added": ({ name, email, role }) =>
    `${shorten(String(name))} (${String(email)}) got access as ${String(role)}`,
  "digest.weekly": digestText,
};

/** A line for the week, and one for each link. */
function digestText({ from, to, clicks, links }: Facts): string {
  const day = (date: unknown) => formatDay(new Date(String(date)), { year: "always" });
  const lines = (links as Facts[]).map((link) => `${nameOf(link)}: ${String(link.text)}`);
  return [`${clicksOf(clicks)} from ${day(from)} to ${day(to)}`, "", ...lines].join("\n");
}

function nameOf({ slug, title }: Facts): string {
  return title ? `${shorten(String(title))} (/${String(slug)})` : `/${String(slug)}`;
}

/** Whose destination it is, if a rule says so. */
function ruleOf({ destination }: Facts): string {
  return destination ? ` for ${ruleName(String(destination))}` : "";
}

function changesOf({ changed }: Facts): string {
  return Array.isArray(changed) && changed.length > 0 ? ` (${changed.join(", ")})` : "";
}

function clicksOf(value: unknown): string {
  return `${number(value)} ${Math.round(Number(value)) === 1 ? "click" : "clicks"}`;
}

function number(value: unknown): string {
  return formatNumber(Math.round(Number(value)), locale);
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= longestTitle) return text;
  return `${characters.slice(0, longestTitle - 1).join("")}…`;
}
