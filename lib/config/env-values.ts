import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { trustProxies } from "../core/client-address";
import { parseDatabaseUrl } from "../core/database-url";
import { parseAllowedHost } from "../core/destination";
import { parseDomains } from "../core/domains";
import { parseOrigin, parseUrl } from "../core/parse-url";
import { logoOf, logoOfDataUrl, mostLogoBytes, type SiteLogo } from "../pages/site-logo";

export const origin = z.string().transform((text, context) => {
  const found = parseOrigin(text);
  if (found !== null) return found;
  context.addIssue(
    "must be an http or https address without a path, such as https://go.example.com",
  );
  return z.NEVER;
});

/** As browsers send them in `Origin`. */
export const corsOrigins = z.string().transform((text, context): ReadonlySet<string> => {
  const origins = text
    .split(",")
    .map((part) => (part.trim() === "*" ? "*" : parseOrigin(part.trim())));
  if (!origins.includes(null)) return new Set(origins.filter((each) => each !== null));
  context.addIssue(
    "must be a comma-separated list of origins, such as https://app.example.com; or *",
  );
  return z.NEVER;
});

export const proxies = z.string().transform((text, context) => {
  const list = text === "none" ? [] : text.split(",").map((part) => part.trim());
  try {
    trustProxies(list);
    return list;
  } catch {
    context.addIssue(
      "must be a comma-separated list of addresses, CIDR ranges, loopback, linklocal or uniquelocal; or none",
    );
    return z.NEVER;
  }
});

export const allowedHosts = z.string().transform((text, context) => {
  const hosts = text.split(",").map((part) => parseAllowedHost(part.trim()));
  if (!hosts.includes(null))
    return new Set(hosts.filter((host) => host !== null)) as ReadonlySet<string>;
  context.addIssue("must be a comma-separated list of host:port, such as localhost:8080");
  return z.NEVER;
});

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
    parseDatabaseUrl(text);
    return text;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

/** The writable one of several servers is searched for, and a replica is none. */
export const replicaUrl = postgresUrl.refine(
  (text) => parseDatabaseUrl(text).hosts.length === 1,
  "must name one server",
);

const connectionsProblem =
  "must be a whole number of connections from 5 (one for each purpose, and one that listens) to 400";

/** Of a process, for all purposes together. */
export const connections = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, connectionsProblem)
  .transform(Number)
  .refine((number) => number >= 5 && number <= 400, connectionsProblem);

export const poolConnections = z
  .string()
  .regex(/^[1-9]\d?$/, "must be a whole number of connections from 1 to 99")
  .transform(Number);

/** The address of a release feed, for those who publish their own. */
export const updateCheck = z.string().transform((text, context) => {
  const url = parseUrl(text);
  if (text === "on" || text === "off" || (url && /^https?:$/.test(url.protocol))) return text;
  context.addIssue("must be off, on, or the http or https address of a release feed");
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

const noWebAddress = "must be a file or a data: URL, not a web address: download the file first";

function logoOfFile(path: string): SiteLogo | string {
  try {
    // One byte too many is enough to be refused, however large the file is.
    return statSync(path).size > mostLogoBytes
      ? logoOf(Buffer.alloc(mostLogoBytes + 1))
      : logoOf(readFileSync(path));
  } catch (error) {
    return `must be a file that this user can read: ${path} (${(error as NodeJS.ErrnoException).code})`;
  }
}

export const token = z.string().regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces");

export const smtpUrl = z.string().refine((text) => {
  const url = parseUrl(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}, "must be the address of a mail server, such as smtp://user:password@mail.example.com:587");

export const mailFrom = z
  .string()
  .regex(
    /^[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    "must be an email address, such as links@example.com or Links <links@example.com>",
  );
