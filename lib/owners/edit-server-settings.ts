import type { Person } from "../audit/record-event";
import {
  type SecretSetting,
  type ServerSetting,
  secretSettings,
  serverOf,
  serverSettingNames,
} from "../config/server-settings";
import type { SettingsInEffect, StoredSettings } from "../config/site-settings";
import { type FieldRefusal, refusedFields } from "../core/errors";
import { parseUrl } from "../core/hosts";
import type { Writer } from "../database/in-transaction";
import { listStoredSettings } from "../database/stored-settings";
import { type Sentence, sentence } from "../texts/sentence";
import { oidcPrefix } from "./owners";
import { lockOwners } from "./owners-lock";
import { fingerprintOf } from "./sealed-secret";
import { openSetting, sealSetting } from "./sealed-setting";
import { lockSignIn } from "./sign-in-lock";

const longestSecret = 1_000;

/** What a change of the mail server or of single sign-on lacks as a whole, and its secrets sealed. */
interface ServerChange {
  problems: FieldRefusal[];
  sealed: ReadonlyMap<SecretSetting, string>;
}

/** `texts`: what was entered. An empty secret stays as it is. */
export function readServerSettings(
  texts: ReadonlyMap<string, string>,
  stored: StoredSettings,
): ServerChange {
  const next = (name: ServerSetting) => texts.get(name) ?? stored[name] ?? "";
  const changed = new Set(serverSettingNames.filter((name) => texts.has(name)).map(serverOf));
  const secrets = secretSettings.filter((name) => texts.get(name));
  const hasSecret = (name: SecretSetting) =>
    secrets.includes(name) || openSetting(name, stored[name], next(serverOf(name))) !== null;
  const problems: FieldRefusal[] = [];
  const require = (path: ServerSetting, isThere: boolean) => {
    if (!isThere) problems.push({ path, code: "required", sentence: sentence("isNeededHere") });
  };
  const mailServer = parseUrl(next("SMTP_URL"));
  if (changed.has("SMTP_URL") && mailServer) {
    require("SMTP_PASSWORD", mailServer.username === "" || hasSecret("SMTP_PASSWORD"));
    require("MAIL_FROM", next("MAIL_FROM") !== "");
  }
  if (changed.has("OIDC_ISSUER") && next("OIDC_ISSUER") !== "") {
    require("OIDC_CLIENT_ID", next("OIDC_CLIENT_ID") !== "");
    require("OIDC_CLIENT_SECRET", hasSecret("OIDC_CLIENT_SECRET"));
  }
  for (const path of secrets)
    if ((texts.get(path) ?? "").length > longestSecret)
      problems.push({
        path,
        code: "too_long",
        sentence: sentence("mustBeShorter", { most: longestSecret }),
      });
  const sealed = new Map(
    problems.length > 0
      ? []
      : secrets.map((name) => [
          name,
          sealSetting(name, texts.get(name) ?? "", next(serverOf(name))),
        ]),
  );
  return { problems, sealed };
}

/**
 * So that nobody shuts everybody out, themselves included: a wrong setting of the provider may let
 * nobody in, so whoever changes one has a password that counts. `changed`: what the transaction has
 * stored. The locks keep a sign-in at the provider from ending the password meanwhile, and others
 * from switching passwords off, which needs a sign-in with the settings as they are now, because a
 * mistyped secret shows only at a sign-in. A variable may keep passwords on although "off" is stored:
 * that is removed with a change, because nobody has signed in with it. Returns what was removed.
 * Throws `validation_failed`.
 */
export async function refuseLockOut(
  writer: Writer,
  changed: readonly string[],
  { ownerId }: Person,
  settings: SettingsInEffect,
): Promise<readonly ServerSetting[]> {
  const [ofProvider] = provable.filter((name) => changed.includes(name));
  if (!ofProvider && !changed.includes("PASSWORD_SIGN_IN")) return [];
  await lockOwners(writer);
  const signIn = await lockSignIn(writer, ownerId);
  const stored = await listStoredSettings(writer);
  const { OIDC_ISSUER: issuer = "", PASSWORD_SIGN_IN } = stored;
  const isOff =
    issuer !== "" && PASSWORD_SIGN_IN === "off" && settings.config.PASSWORD_SIGN_IN !== "on";
  if (ofProvider && (isOff || !signIn?.passwordHash))
    throw notAllowed(ofProvider, sentence("mustHavePassword"));
  const left = { name: "PASSWORD_SIGN_IN", value: "off" } as const;
  if (ofProvider)
    return (await writer.siteSetting.deleteMany({ where: left })).count > 0 ? [left.name] : [];
  if (!isOff) return [];
  const provedSettings = signOnFingerprint(settings.with(stored));
  const where = { ownerId, providerId: { startsWith: oidcPrefix }, provedSettings };
  if ((await writer.ownerAccount.count({ where })) === 0)
    throw notAllowed("PASSWORD_SIGN_IN", sentence("mustSignInThere"));
  return [];
}

/** Settings of single sign-on that may keep people out. */
const provable = serverSettingNames.filter(
  (name) => serverOf(name) === "OIDC_ISSUER" && name !== "OIDC_NAME" && name !== "PASSWORD_SIGN_IN",
);

/** A fingerprint of these settings as they are in effect. */
export function signOnFingerprint(settings: SettingsInEffect): Uint8Array<ArrayBuffer> {
  const set = settings.ofServers();
  return fingerprintOf(JSON.stringify(provable.map((name) => set[name] ?? null)));
}

const notAllowed = (path: ServerSetting, its: Sentence) =>
  refusedFields([{ path, code: "not_allowed", sentence: its }]);
