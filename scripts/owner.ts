import { commandLine } from "../lib/audit/record-event";
import { ownCommand } from "../lib/config/own-command";
import { settingsInEffect } from "../lib/config/site-settings";
import type { Role } from "../lib/core/access";
import { canonicalEmail, emailSchema, withEmail } from "../lib/core/email";
import { SluglineError } from "../lib/core/errors";
import { formatDay } from "../lib/core/format";
import { migrate } from "../lib/database/migrate";
import { sessionDays } from "../lib/owners/cookies";
import { listOwners } from "../lib/owners/owners";
import { inviteDays, inviteOwner, invitePath } from "../lib/sign-in/invites";
import { isPasswordSignIn, oidcSettings } from "../lib/sign-in/oidc/settings";
import { offerReset, resetMinutes, resetPath } from "../lib/sign-in/password-resets";
import { terminalLanguage } from "../lib/texts/terminal-language";
import { textsIn } from "../lib/texts/translate";
import { requireArguments } from "./commands.mjs";
import { runOnDatabase } from "./run-on-database";

const language = terminalLanguage(process.env);
const t = textsIn(language, "commands.owner");

/* `npm run owner`, while the server is running or stopped. */
const { words, options } = requireArguments("owner");
const [verb, email = ""] = words;
await runOnDatabase(
  async (url, service, address) => {
    await migrate(url);
    service.useDatabase(url);
    await service.database.settings.reload();
    const baseUrl = address ?? service.config.DASHBOARD_ORIGIN;
    if (verb === "list") return list(baseUrl);
    if (verb === "reset")
      return reset(parseEmail(email), options["clear-second-factor"] === true, baseUrl);
    const { role = "owner" } = options;
    return add(parseEmail(email), role as Role, baseUrl);
  },
  { isExisting: true },
);

function parseEmail(text: string): string {
  const { data } = emailSchema.safeParse(text);
  if (data === undefined)
    throw new SluglineError("validation_failed", "asIs", { text: t("notAnEmail", { text }) });
  return data;
}

async function list(baseUrl: string): Promise<string> {
  const owners = await listOwners(new Date());
  if (options.json)
    return JSON.stringify(
      owners.map(({ email, name, role, createdAt }) => ({ email, name, role, createdAt })),
      null,
      2,
    );
  if (owners.length === 0)
    return t("noOwner", {
      url: `${baseUrl}/dashboard/setup`,
      command: ownCommand("npm run owner -- add EMAIL"),
    });
  const width = Math.max(...owners.map(({ email }) => email.length));
  return owners
    .map(
      ({ email, name, role, createdAt }) =>
        `${email.padEnd(width)}  ${role.padEnd(6)}  ${t("since", { date: formatDay(new Date(createdAt), { year: "always", locale: language }) })}  ${name}`,
    )
    .join("\n");
}

async function add(email: string, role: Role, baseUrl: string): Promise<string> {
  const people = await listOwners(new Date());
  if (people.some((person) => canonicalEmail(person.email) === email)) {
    throw new SluglineError("forbidden", "asIs", {
      text: t("alreadyHasAccess", {
        email,
        command: ownCommand(`npm run owner -- reset ${email}`),
      }),
    });
  }
  // The set-up is closed for good once anybody is there.
  if (role !== "owner" && !people.some((person) => person.role === "owner")) {
    throw new SluglineError("forbidden", "asIs", {
      text: t("addFirst", { command: ownCommand("npm run owner -- add EMAIL") }),
    });
  }
  const { secret } = await inviteOwner({ invitedById: null, email, role }, commandLine, new Date());
  return linkText(t("accessLink", { email, role, days: inviteDays }), baseUrl + invitePath(secret));
}

async function reset(email: string, clearsFactors: boolean, baseUrl: string): Promise<string> {
  const secret = await offerReset(withEmail(email), null, commandLine, new Date(), {
    clearsFactors,
  });
  if (secret === null)
    throw new SluglineError("not_found", "asIs", {
      text: t("noSuchEmail", { email, command: ownCommand("npm run owner -- list") }),
    });
  const settings = settingsInEffect();
  const provider = isPasswordSignIn(settings) ? null : oidcSettings(settings);
  const allows = provider ? t("onlyProvider", { provider: provider.name, days: sessionDays }) : "";
  const factors = t(clearsFactors ? "factorRemoved" : "factorStays");
  return linkText(
    t("passwordLink", { email, minutes: resetMinutes, factors }),
    baseUrl + resetPath(secret),
    allows,
  );
}

function linkText(note: string, link: string, more = ""): string {
  return `${note}\n\n  ${link}\n${more && `\n${more}\n`}`;
}
