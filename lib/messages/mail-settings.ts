import type { SettingsInEffect } from "../config/site-settings";
import { storedSecret } from "../owners/sealed-setting";
import type { ScrapePolicy } from "../previews/scrape-policy";
import { serverPolicy } from "../previews/server-policy";

export interface MailSettings {
  server: URL;
  user: string;
  password: string;
  from: string;
  /** Where the server may be; null if whoever runs this service chose it. */
  policy: ScrapePolicy | null;
}

/** The server that mail is sent through: of the environment, else of the dashboard. Null without. */
export function mailSettings(settings: SettingsInEffect): MailSettings | null {
  const { config } = settings;
  const isGiven = config.SMTP_URL !== undefined;
  const { SMTP_URL, MAIL_FROM: from } = settings.ofServers();
  if (!SMTP_URL || !from) return null;
  const server = new URL(SMTP_URL);
  const user = decodeURIComponent(server.username);
  const password = isGiven
    ? decodeURIComponent(server.password)
    : user && storedSecret(settings, "SMTP_PASSWORD");
  if (password === null) return null;
  return {
    server,
    user,
    password,
    from,
    policy: isGiven ? null : serverPolicy(config, "SMTP_URL"),
  };
}
