import { LRUCache } from "lru-cache";
import { UAParser } from "ua-parser-js";
import { cleanText } from "./clean-text";

/** Coarse classes of a visitor's client; the values of `device` are a closed set (decisions.md, What a click keeps). */
export interface ClientSoftware {
  device: Device;
  browser: string;
  os: string;
}

export type Device = "Desktop" | "Mobile" | "Tablet" | "TV" | "Console" | "Wearable" | "Embedded" | "Unknown";

const devices: Record<string, Device> = {
  mobile: "Mobile",
  tablet: "Tablet",
  smarttv: "TV",
  console: "Console",
  wearable: "Wearable",
  embedded: "Embedded",
};

/** The parser names no device for a desktop: its operating system does. */
const desktopSystems =
  /^(Windows( NT)?|Mac OS|Linux|Chromium OS|Chrome OS|Ubuntu|Debian|Fedora|Arch|CentOS|Gentoo|Mint|Kubuntu|Xubuntu|Mageia|Mandriva|OpenSUSE|SUSE|RedHat|Slackware|Solaris|FreeBSD|OpenBSD|NetBSD|DragonFly|PC-BSD|GhostBSD|Haiku|BeOS|AmigaOS|OS\/2|Manjaro|elementary OS|Zenwalk|PCLinuxOS|GNU|Deepin|Raspbian|Linspire|Joli|Sabayon|VectorLinux)$/i;

/** User agents are the visitor's text: past this length they are noise, and the parser's patterns are not for free. */
const maxUserAgent = 500;

/** Parsing takes longer than all the rest of a visit, and few user agents make up most visits. */
const known = new LRUCache<string, ClientSoftware>({ max: 5_000 });

export function readClientSoftware(userAgent: string | null): ClientSoftware {
  const text = (userAgent ?? "").slice(0, maxUserAgent);
  const hit = known.get(text);
  if (hit) return hit;
  const software = parse(text);
  known.set(text, software);
  return software;
}

function parse(userAgent: string): ClientSoftware {
  const parser = new UAParser(userAgent);
  const os = cleanText(parser.getOS().name, 64) ?? "Unknown";
  const type = parser.getDevice().type;
  const device = type ? (devices[type] ?? "Unknown") : desktopSystems.test(os) ? "Desktop" : "Unknown";
  return { device, browser: cleanText(parser.getBrowser().name, 64) ?? "Unknown", os };
}
