import { isDeepStrictEqual } from "node:util";
import type pino from "pino";
import { say } from "../texts/say";
import type { Sentence } from "../texts/sentence";
import type { LeftOut } from "./counts";
import { running } from "./running";

/** A problem that somebody should look at. The doctor shows it until it is resolved. */
export interface ServiceIssue {
  name:
    | "aggregation"
    | "backup"
    | "database"
    | "journal"
    | "notifications"
    | "embedded-postgres"
    | "geo-database"
    | "country-file"
    | `left-out-${LeftOut}`;
  /** The kind of the problem in a word or two, where readiness and metrics tell it too. */
  word?: string;
  text: Sentence;
  advice: Sentence;
}

/** Issues raised in this thread, plus those received from the parent thread or process. */
export class Issues {
  private readonly own = new Map<ServiceIssue["name"], ServiceIssue>();
  private passedOn: readonly ServiceIssue[] = [];
  private readonly listeners = new Set<(issues: ServiceIssue[]) => void>();

  constructor(private readonly log: () => pino.Logger) {}

  list(): ServiceIssue[] {
    return [...this.passedOn, ...this.own.values()];
  }

  find(wanted: ServiceIssue["name"]): ServiceIssue | undefined {
    return this.list().find(({ name }) => name === wanted);
  }

  raise(issue: ServiceIssue): void {
    const known = this.own.get(issue.name);
    if (isDeepStrictEqual(known?.text, issue.text)) return;
    this.own.set(issue.name, issue);
    const { name, advice, text } = issue;
    if (!known) this.log().error({ issue: name, advice: say("en", advice) }, say("en", text));
    this.tell();
  }

  clear(name: ServiceIssue["name"]): void {
    if (!this.own.delete(name)) return;
    this.log().info({ issue: name }, "issue resolved");
    this.tell();
  }

  receive(issues: readonly ServiceIssue[]): void {
    this.passedOn = issues;
    this.tell();
  }

  follow(listener: (issues: ServiceIssue[]) => void): void {
    this.listeners.add(listener);
    listener(this.list());
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.list());
  }
}

export function issues(): Issues {
  return running().issues;
}
