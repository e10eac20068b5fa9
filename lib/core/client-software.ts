import { UAParser } from "ua-parser-js";
import { cleanText } from "./clean-text";
import { memoize } from "./memoize";

/** The values of `device` are a closed set (docs/behaviour.md, What a click stores). */
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

/** The parser reports no device for desktops, so they are recognised by operating system. */
const desktopSystems =
  /^(Windows( NT)?|Mac OS|Linux|Chromium OS|Chrome OS|Ubuntu|Debian|Fedora|Arch|CentOS|Gentoo|Mint|Kubuntu|Xubuntu|Mageia|Mandriva|OpenSUSE|SUSE|RedHat|Slackware|Solaris|FreeBSD|OpenBSD|NetBSD|DragonFly|PC-BSD|GhostBSD|Haiku|BeOS|AmigaOS|OS\/2|Manjaro|elementary OS|Zenwalk|PCLinuxOS|GNU|Deepin|Raspbian|Linspire|Joli|Sabayon|VectorLinux)$/i;

export function readClientSoftware(userAgent: string | null): ClientSoftware {
  return known(userAgent ?? "");
}

const known = memoize(5_000, parse);

function parse(userAgent: string): ClientSoftware {
  const parser = new UAParser(userAgent);
  const os = cleanText(parser.getOS().name, 64) ?? "Unknown";
  const type = parser.getDevice().type;
  const device = type ? (devices[type] ?? "Unknown") : desktopSystems.test(os) ? "Desktop" : "Unknown";
  return { device, browser: cleanText(parser.getBrowser().name, 64) ?? "Unknown", os };
}

const androidDevice = /^(Mozilla\/\d\.\d) \((?=[^()]*\bAndroid\b)(?:[^()]|\([^()]*\))*\)/i;

/** Without the model of an Android device, which may have any name, such as that of a bot. */
export function withoutModel(userAgent: string): string {
  return userAgent.replace(androidDevice, "$1 (Android)");
}
