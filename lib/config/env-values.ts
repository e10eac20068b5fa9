import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { cutText } from "../core/clean-text";
import { trustProxies } from "../core/client-address";
import { type DatabaseUrl, parseDatabaseUrl } from "../core/database-url";
import { decodePercent } from "../core/decode";
import { parseAllowedHost } from "../core/destination";
import { parseDomains, parseOrigin, parseUrl } from "../core/hosts";
import { logoOf, logoOfDataUrl, mostLogoBytes, type SiteLogo } from "../pages/site-logo";
import { english } from "../texts/say";
import { says } from "../texts/sentence";

export const origin = z.string().transform((text, context) => {
  const found = parseOrigin(text);
  if (found !== null) return found;
  context.addIssue(english("mustBeOrigin"));
  return z.NEVER;
});

/** As browsers send them in `Origin`. */
export const corsOrigins = z.string().transform((text, context): ReadonlySet<string> => {
  const read = (part: string) => (part === "*" ? "*" : parseOrigin(part));
  const origins = readList(text, read, context, english("listOfOrigins"));
  return new Set(origins);
});

export const proxies = z.string().transform((text, context) => {
  if (text === "none") return [];
  const read = (part: string) => {
    try {
      trustProxies([part]);
      return part;
    } catch {
      return null;
    }
  };
  const kinds = english("listOfAddresses");
  return readList(text, read, context, kinds);
});

export const allowedHosts = z.string().transform((text, context) => {
  const hosts = readList(text, parseAllowedHost, context, english("listOfHosts"));
  return new Set(hosts) as ReadonlySet<string>;
});

/** A comma-separated list, item by item. Names the first that is none. */
function readList<T>(
  text: string,
  read: (part: string) => T | null,
  context: z.RefinementCtx,
  kinds: string,
): T[] {
  const parts = text.split(",").map((part) => part.trim());
  const items = parts.map(read);
  const wrong = items.indexOf(null);
  if (wrong === -1) return items.filter((item) => item !== null);
  const which =
    parts[wrong] === ""
      ? english("listHasEmpty")
      : english("listHasOther", { part: cutText(parts[wrong] ?? "", 100) });
  context.addIssue(english("mustBeList", { items: kinds, problem: which }));
  return [];
}

export const domains = z.string().transform((text, context) => {
  try {
    return parseDomains(text);
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

export const postgresUrl = z.string().transform((text, context) => {
  try {
    for (const [name, path] of filesOf(parseDatabaseUrl(text))) {
      const problem = path === undefined ? null : fileProblem(path);
      if (problem !== null)
        context.addIssue(english("hasParameter", { name, value: String(path), problem }));
    }
    return text;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

/** `system` is no file: the authorities that the system trusts. */
function filesOf({ rootCert, cert, key }: DatabaseUrl): [name: string, path: string | undefined][] {
  const authority = rootCert === "system" ? undefined : rootCert;
  return [
    ["sslrootcert", authority],
    ["sslcert", cert],
    ["sslkey", key],
  ];
}

/** Completes "..., which": why it is no file that this process can read; null if it is one. */
function fileProblem(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return english("isNoFile");
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return english("isUnreadable", { code: String((error as NodeJS.ErrnoException).code) });
  }
}

/** A folder, which is made where there is none. */
export const folder = z.string().transform((text, context) => {
  const path = resolve(text);
  if (isFile(path)) context.addIssue(english("mustBeFolder", { path }));
  return path;
});

/** What cannot be looked at is reported with its remedy when it is written to. */
function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** What the server listens at, without a port. */
export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[\w-]+(?:\.[\w-]+)*\.?$/.test(text),
    english("mustBeListenHost"),
  );

/** The writable one of several servers is searched for, and a replica is none. */
export const replicaUrl = postgresUrl.refine(
  (text) => parseDatabaseUrl(text).hosts.length === 1,
  english("mustNameOneServer"),
);

const connectionsProblem = english("mustBeConnections");

/** Of a process, for all purposes together. */
export const connections = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, connectionsProblem)
  .transform(Number)
  .refine((number) => number >= 5 && number <= 400, connectionsProblem);

export const poolConnections = z
  .string()
  .regex(/^[1-9]\d?$/, english("mustBeFewConnections"))
  .transform(Number);

/** The address of a release feed, for those who publish their own. */
export const updateCheck = z.string().transform((text, context) => {
  const url = parseUrl(text);
  if (text === "on" || text === "off" || (url && /^https?:$/.test(url.protocol))) return text;
  context.addIssue(english("mustBeFeed"));
  return z.NEVER;
});

/** The address of an RDAP server, for those who have their own. */
export const hostWatch = z.string().transform((text, context) => {
  const url = parseUrl(text);
  if (text === "on" || text === "off" || (url && /^https?:$/.test(url.protocol))) return text;
  context.addIssue(english("mustBeHostWatch"));
  return z.NEVER;
});

/** A file, or its content as a `data:` URL. */
export const siteLogo = z.string().transform((text, context): SiteLogo => {
  const logo = /^data:/i.test(text)
    ? logoOfDataUrl(text)
    : /^https?:/i.test(text)
      ? noWebAddress
      : logoOfFile(resolve(text));
  if (typeof logo !== "string") return logo;
  context.addIssue(logo);
  return z.NEVER;
});

const noWebAddress = english("mustBeLocalFile");

function logoOfFile(path: string): SiteLogo | string {
  try {
    // One byte too many is enough to be refused, however large the file is.
    return statSync(path).size > mostLogoBytes
      ? logoOf(Buffer.alloc(mostLogoBytes + 1))
      : logoOf(readFileSync(path));
  } catch (error) {
    return english("mustBeReadableFile", {
      path,
      code: String((error as NodeJS.ErrnoException).code),
    });
  }
}

export const token = z.string().regex(/^[\x21-\x7e]+$/, english("mustBeAscii"));

export const smtpUrl = z.string().superRefine((text, context) => {
  const problem = smtpProblem(text);
  if (problem !== null) context.addIssue(problem);
});

/** Part by part. Never says a part that may be a secret. */
function smtpProblem(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "")
    return english("mustBeMailServer");
  for (const [part, value] of [
    [english("partUserName"), url.username],
    ["password", url.password],
    ["host", url.hostname],
  ] as const) {
    const plain = decodePercent(value);
    if (plain === null) return english("mustBeEncoded", { part });
    if (/\p{Cc}/u.test(plain)) return english("mustHaveNoControlsIn", { part });
  }
  if (url.username === "" && url.password !== "") return english("mustHaveUserName");
  if (url.port === "0") return english("mustHavePort");
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return english("mustEndAfterPort");
  return null;
}

export const mailFrom = z
  .string()
  .regex(
    /^[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    says("mustBeSender", { sender: "Acme <hello@example.com>" }),
  );
