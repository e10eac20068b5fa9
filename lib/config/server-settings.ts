import { z } from "zod";
import { parseUrl } from "../core/hosts";
import { storedSettingSchema } from "../pages/site-schema";
import { says } from "../texts/sentence";
import { mailFrom, smtpUrl } from "./env-values";
import { signInVariables } from "./sign-in-variables";

/**
 * Settings of the mail server and of single sign-on, by the names of their environment variables,
 * which owners may set in the dashboard unless the environment names the server. The password of the
 * mail server is part of SMTP_URL in the environment, and a secret of its own here.
 */
const mailServer = z
  .string()
  .trim()
  .refine(
    (text) => smtpUrl.safeParse(text).success && parseUrl(text)?.password === "",
    says("mustBeMailServerAlone"),
  );

/** As `sealSetting` stores it. */
const sealed = z.base64(says("mustBeAsStored")).max(4_000, says("mustBeAsStored"));

const { OIDC_ISSUER, OIDC_ALLOWED, OIDC_NAME, PASSWORD_SIGN_IN, OIDC_GROUPS_CLAIM } =
  signInVariables;
const shortText = z
  .string()
  .trim()
  .max(500, says("mustBeShorter", { most: 500 }));

export const serverSchema = z
  .object({
    SMTP_URL: mailServer,
    SMTP_PASSWORD: sealed,
    MAIL_FROM: mailFrom,
    OIDC_ISSUER: OIDC_ISSUER.unwrap(),
    OIDC_CLIENT_ID: shortText,
    OIDC_CLIENT_SECRET: sealed,
    OIDC_NAME: OIDC_NAME.unwrap(),
    OIDC_ALLOWED: OIDC_ALLOWED.unwrap(),
    OIDC_GROUPS_CLAIM: OIDC_GROUPS_CLAIM.unwrap(),
    OIDC_OWNER_GROUP: shortText,
    OIDC_EDITOR_GROUP: shortText,
    OIDC_READER_GROUP: shortText,
    PASSWORD_SIGN_IN: PASSWORD_SIGN_IN.unwrap(),
  })
  .partial();

export type ServerSettings = z.output<typeof serverSchema>;
export type ServerSetting = keyof ServerSettings;
export const serverSettingNames = Object.keys(serverSchema.shape) as ServerSetting[];

/** The setting of the server that a setting is about. */
export function serverOf(name: ServerSetting): "SMTP_URL" | "OIDC_ISSUER" {
  return /MAIL|SMTP/.test(name) ? "SMTP_URL" : "OIDC_ISSUER";
}

/** Stored sealed, and never shown again. */
export const secretSettings = ["SMTP_PASSWORD", "OIDC_CLIENT_SECRET"] as const;
export type SecretSetting = (typeof secretSettings)[number];

export function isSecretSetting(name: string): name is SecretSetting {
  return secretSettings.some((secret) => secret === name);
}

/** The rule of a stored setting of any kind by its name; null for a name that none has. */
export function storedRule(name: string): z.ZodType | null {
  const { shape } = serverSchema;
  return Object.hasOwn(shape, name)
    ? shape[name as ServerSetting].unwrap()
    : storedSettingSchema(name);
}
