import { env, requestedDomain } from "../config/env";
import { siteSettingAt, siteSettings } from "../config/site-settings";
import { dayMs, startOfDay } from "../core/day";
import { toLocation } from "../core/destination";
import { groupBy } from "../core/group-by";
import { forwardFrom } from "../pages/site-schema";

/**
 * A picture may have styles, but nothing in it may run or load, also where it is opened on its own.
 */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/** How long security.txt may be relied on; RFC 9116 recommends less than a year. */
const validDays = 90;

/**
 * What an owner's settings put at a path of the public site: where `/` forwards to, the logo,
 * security.txt, the apps that open short links. Null while nothing is set for it, so that the path answers as if this did not
 * exist.
 */
export function answerPublicFile(request: Request, now: Date): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const { pathname, search } = new URL(request.url);
  switch (pathname) {
    case "/":
      return home(request.headers);
    case "/.well-known/security.txt":
      return securityTxt(now);
    case "/.well-known/apple-app-site-association":
      return iosApps();
    case "/.well-known/assetlinks.json":
      return androidApps();
    default:
      return logo(pathname + search);
  }
}

function home(headers: Headers): Response | null {
  const header = (name: string) => headers.get(name);
  const address = forwardFrom(siteSettingAt(requestedDomain(header), "HOME_URL"), header);
  if (address === undefined) return null;
  return new Response(null, {
    status: 302,
    headers: { Location: toLocation(address), "Cache-Control": "private, no-store" },
  });
}

/** RFC 9116. `Canonical` must be https. */
function securityTxt(now: Date): Response | null {
  const { ABUSE_CONTACT } = siteSettings();
  if (ABUSE_CONTACT === undefined) return null;
  const { BASE_URL } = env();
  const until = new Date(startOfDay(now).getTime() + validDays * dayMs).toISOString();
  const canonical = BASE_URL.startsWith("https:")
    ? `Canonical: ${BASE_URL}/.well-known/security.txt\n`
    : "";
  return new Response(`Contact: ${ABUSE_CONTACT}\nExpires: ${until}\n${canonical}`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Only short links are for apps. */
const notForApps = ["/api/*", "/dashboard/*", "/.well-known/*"];

function iosApps(): Response | null {
  const { IOS_APPS: apps } = siteSettings();
  if (!apps?.size) return null;
  const components = [...notForApps.map((path) => ({ "/": path, exclude: true })), { "/": "/*" }];
  return json({ applinks: { details: [{ appIDs: [...apps], components }] } });
}

function androidApps(): Response | null {
  const { ANDROID_APPS: apps } = siteSettings();
  if (!apps?.size) return null;
  const pairs = [...apps].map((app) => app.split("=") as [string, string]);
  return json(
    [...groupBy(pairs, ([name]) => name)].map(([name, ofApp]) => ({
      relation: ["delegate_permission/common.handle_all_urls"],
      target: {
        namespace: "android_app",
        package_name: name,
        sha256_cert_fingerprints: ofApp.map(([, fingerprint]) => fingerprint),
      },
    })),
  );
}

function json(body: unknown): Response {
  return Response.json(body, {
    headers: { "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff" },
  });
}

function logo(target: string): Response | null {
  const { SITE_LOGO } = siteSettings();
  if (SITE_LOGO === undefined || target.split("?", 1)[0] !== SITE_LOGO.address.split("?", 1)[0])
    return null;
  // Only the full address changes with the picture.
  const life = target === SITE_LOGO.address ? "max-age=31536000, immutable" : "max-age=300";
  return new Response(new Uint8Array(SITE_LOGO.bytes), {
    headers: {
      "Content-Type": SITE_LOGO.type,
      "Cache-Control": `public, ${life}`,
      "Content-Security-Policy": logoPolicy,
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
