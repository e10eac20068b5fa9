import { type SecretSetting, serverOf } from "../config/server-settings";
import type { SettingsInEffect } from "../config/site-settings";
import { openSecret, sealSecret } from "./sealed-secret";

/** A secret opens for the server alone that it was entered for: with another one it is entered again. */
const boundTo = (name: SecretSetting, server: string) => `${name} of ${server}`;

export function sealSetting(name: SecretSetting, secret: string, server: string): string {
  return Buffer.from(sealSecret(Buffer.from(secret), boundTo(name, server))).toString("base64");
}

/** Null if there is none, or if it is for another server or API token. */
export function openSetting(
  name: SecretSetting,
  sealed: string | undefined,
  server: string | undefined,
): string | null {
  if (!sealed || !server) return null;
  const opened = openSecret(Buffer.from(sealed, "base64"), boundTo(name, server));
  return opened && Buffer.from(opened).toString();
}

/** The same of what owners stored. */
export function storedSecret(settings: SettingsInEffect, name: SecretSetting): string | null {
  const stored = settings.ofServers();
  return openSetting(name, stored[name], stored[serverOf(name)]);
}
