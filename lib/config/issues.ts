import { log } from "./log";
import { PerService } from "./per-service";

/** A problem that somebody should look at. The doctor shows it until it is resolved. */
export interface ServiceIssue {
  name: "aggregation" | "backup" | "database" | "journal" | "notifications" | "embedded-postgres" | "geo-database";
  /** The kind of the problem in a word or two, where readiness and metrics tell it too. */
  word?: string;
  text: string;
  advice: string;
}

/** Issues raised in this thread, plus those received from the parent thread or process. */
class Issues {
  private readonly own = new Map<ServiceIssue["name"], ServiceIssue>();
  private passedOn: readonly ServiceIssue[] = [];
  private readonly listeners = new Set<(issues: ServiceIssue[]) => void>();

  list(): ServiceIssue[] {
    return [...this.passedOn, ...this.own.values()];
  }

  raise(issue: ServiceIssue): void {
    const known = this.own.get(issue.name);
    if (known?.text === issue.text) return;
    this.own.set(issue.name, issue);
    if (!known) log().error({ issue: issue.name, advice: issue.advice }, issue.text);
    this.tell();
  }

  clear(name: ServiceIssue["name"]): void {
    if (!this.own.delete(name)) return;
    log().info({ issue: name }, "issue resolved");
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

const current = new PerService("issues", () => new Issues());

export function issues(): Pick<Issues, "list" | "raise" | "clear" | "receive" | "follow"> {
  return current.get();
}
