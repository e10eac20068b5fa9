import type { Person } from "../audit/record-event";
import {
  type SecretSetting,
  type ServerSetting,
  secretSettings,
  serverOf,
  serverSettingNames,
} from "../config/server-settings";
import type { StoredSettings } from "../config/site-settings";
import type { FieldRefusal } from "../core/errors";
import { parseUrl } from "../core/hosts";
import { database } from "../database/client";
import { sentence } from "../texts/sentence";
import { oidcPrefix } from "./owners";
import { openSetting, sealSetting } from "./sealed-setting";

const longestSecret = 1_000;

/** What a change of the mail server or of single sign-on lacks as a whole, and its secrets sealed. */
interface ServerChange {
  problems: FieldRefusal[];
  sealed: ReadonlyMap<SecretSetting, string>;
}

/** `texts`: what was entered. An empty secret stays as it is. */
export async function readServerSettings(
  texts: ReadonlyMap<string, string>,
  stored: StoredSettings,
  by: Person,
): Promise<ServerChange> {
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
  const issuer = next("OIDC_ISSUER");
  if (changed.has("OIDC_ISSUER") && issuer !== "") {
    require("OIDC_CLIENT_ID", next("OIDC_CLIENT_ID") !== "");
    require("OIDC_CLIENT_SECRET", hasSecret("OIDC_CLIENT_SECRET"));
    if (next("PASSWORD_SIGN_IN") === "off" && !(await signsInAt(issuer, by)))
      problems.push({
        path: "PASSWORD_SIGN_IN",
        code: "not_allowed",
        sentence: sentence("mustSignInThere"),
      });
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

/** So that nobody shuts everybody out, themselves included. */
async function signsInAt(issuer: string, { ownerId }: Person): Promise<boolean> {
  const bare = issuer.replace(/\/$/, "");
  const providerId = { in: [oidcPrefix + bare, `${oidcPrefix + bare}/`] };
  return (await database().ownerAccount.count({ where: { ownerId, providerId } })) > 0;
}
