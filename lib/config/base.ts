import type pino from "pino";
import { Counts } from "./counts";
import type { Env } from "./env";
import { Issues } from "./issues";
import { LeftOutReports } from "./left-out";
import { makeAccessLogger, makeLogger } from "./log";
import { SettingsInEffect } from "./site-settings";

/** What all other parts of a service use. Logs open when they are first written to. */
export class Base {
  readonly config: Env;
  readonly counts = new Counts();
  readonly issues = new Issues(() => this.log);
  readonly leftOut = new LeftOutReports(this.counts, this.issues);
  readonly settings: SettingsInEffect;
  private openLog: pino.Logger | undefined;
  private openAccessLog: pino.Logger | undefined;

  /** The configuration is copied: `settlePort` completes it. */
  constructor(config: Env) {
    this.config = { ...config };
    this.settings = new SettingsInEffect(this.config);
  }

  get log(): pino.Logger {
    this.openLog ??= makeLogger(this.config.LOG_LEVEL);
    return this.openLog;
  }

  get accessLog(): pino.Logger {
    this.openAccessLog ??= makeAccessLogger();
    return this.openAccessLog;
  }
}

declare module "./running" {
  interface Parts extends Base {}
}
