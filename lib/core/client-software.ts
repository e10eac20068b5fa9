import { UAParser } from "ua-parser-js";
import { memoize } from "../texts/memoize";
import { cleanText } from "./clean-text";

/** The values of `device` are a closed set (docs/behaviour.md, What a click stores). */
export interface ClientSoftware {
  device: Device;
  browser: string;
  os: string;
}

type Device =
  | "Desktop"
  | "Mobile"
  | "Tablet"
  | "TV"
  | "Console"
  | "Wearable"
  | "Embedded"
  | "Unknown";

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

/** Such as Firefox on Windows; null if neither is known. */
export function browserName(userAgent: string | null): string | null {
  const { browser, os } = readClientSoftware(userAgent);
  return [browser, os].filter((name) => name !== "Unknown").join(" on ") || null;
}

const known = memoize(5_000, parse);

function parse(userAgent: string): ClientSoftware {
  const parser = new UAParser(userAgent);
  const os = canonicalName(parser.getOS().name);
  const type = parser.getDevice().type;
  const device = type
    ? (devices[type] ?? "Unknown")
    : desktopSystems.test(os)
      ? "Desktop"
      : "Unknown";
  return { device, browser: canonicalName(parser.getBrowser().name), os };
}

/** Systems that name another one, to get its pages, and run none of its apps. */
const pretends = /\bWindows Phone\b|\bKAIOS\/|\bTizen\b|\bOpenHarmony\b|\blike Android\b/i;
/** UC Browser writes Adr. HarmonyOS runs Android apps before its version 5, which names neither. */
const android = /\bAndroid\b|; ?Adr \d|\bHarmonyOS\b.*\bHMSCore\b/i;
/** An iPad pretends to be a Mac, but its browsers without Safari say Mobile. */
const ios = /\b(?:iPhone|iPad|iPod)\b|^Mozilla\/5\.0 \(Macintosh;.* Mobile\/\w/;

type AppPlatform = "ios" | "android" | null;

/** Whose apps run there, whatever the system calls itself; null for neither. */
export function readAppPlatform(userAgent: string | null): AppPlatform {
  return knownPlatform(userAgent ?? "");
}

const knownPlatform = memoize(5_000, findAppPlatform);

function findAppPlatform(userAgent: string): AppPlatform {
  if (pretends.test(userAgent)) return null;
  if (ios.test(userAgent) || readClientSoftware(userAgent).os === "iOS") return "ios";
  return android.test(userAgent) ? "android" : null;
}

const androidDevice = /^(Mozilla\/\d\.\d) \((?=[^()]*\bAndroid\b)(?:[^()]|\([^()]*\))*\)/i;

/** Without the model of an Android device, which may have any name, such as that of a bot. */
export function withoutModel(userAgent: string): string {
  return userAgent.replace(androidDevice, "$1 (Linux; Android)");
}

/**
 * One spelling for each browser and system. The parser copies many names from the user agent, where
 * the same program may write them in other ways: `PLAYSTATION 3` and `PlayStation 5`, `Mobile
 * Safari` and `MobileSafari`.
 */
export function canonicalName(given: string | null | undefined): string {
  const name = cleanText(given, 64);
  if (name === null) return "Unknown";
  return (
    spellings.get(keyOf(name)) ??
    name
      .toLowerCase()
      .replace(/\s+/g, " ")
      .replace(/(^|[ -])\p{L}/gu, (start) => start.toUpperCase())
  );
}

const keyOf = (name: string) => name.toLowerCase().replace(/[\s._-]+/g, "");

/** As most agents spell them, so that earlier clicks have the same labels. */
const names = `
360,115,2345,Alipay,Amaya,Android Browser,Arora,Avant,Avast Secure Browser,AVG Secure Browser,Baidu,Basilisk,Blazer,Bolt,Bowser,Brave,Camino,
Chimera,Chrome,Chrome Headless,Chrome WebView,Chromium,Cobalt,Coc Coc,Conkeror,Daum,Dillo,Dolphin,Doris,Dragon,DuckDuckGo,Edge,Electron,Epiphany,
Facebook,Falkon,Fennec,Firebird,Firefox,Firefox Focus,Firefox Reality,Flock,Flow,GoBrowser,GSA,Helio,HeyTap,Huawei Browser,iCab,ICE Browser,IceApe,
IceCat,IceDragon,Iceweasel,IE,IEMobile,Instagram,Iridium,Iron,Jasmine,K-Meleon,KAKAOSTORY,KAKAOTALK,KHTML,Kindle,Klar,Klarna,Konqueror,Ladybird,
LBBROWSER,LibreWolf,Line,LinkedIn,Links,Lunascape,Lynx,Maemo Browser,Maxthon,Midori,Minimo,MIUI Browser,Mobile Safari,Mosaic,Mozilla,NAVER,NetFront,
Netscape,NetSurf,NokiaBrowser,Obigo,Oculus Browser,OmniWeb,Opera,Opera Coast,Opera GX,Opera Mini,Opera Mobi,Opera Mobile,Opera Tablet,Opera Touch,Ovi,
OviBrowser,PaleMoon,PhantomJS,Phoenix,Pico Browser,Polaris,Puffin,QQBrowser,QQBrowserLite,Quark,QupZilla,Rekonq,RockMelt,Safari,Sailfish Browser,
Samsung Internet,SeaMonkey,Silk,Skyfire,Sleipnir,SlimBoat,SlimBrowser,Slimjet,Smart Lenovo Browser,Snapchat,Sogou Explorer,Sogou Mobile,Swiftfox,
Tesla,TikTok,TizenBrowser,Twitter,UCBrowser,UP.Browser,Vivaldi,Vivo Browser,w3m,Waterfox,WebKit,WeChat,Weibo,Whale,Wolvic,Yandex,
AIX,AmigaOS,Android,Android-x86,Arch,Bada,BeOS,BlackBerry,CentOS,Chromecast,Chromium OS,Contiki,Debian,Deepin,DragonFly,elementary OS,Fedora,
Firefox OS,FreeBSD,Fuchsia,Gentoo,GhostBSD,GNU,Haiku,HarmonyOS,HP-UX,Hurd,iOS,Joli,KaiOS,Kubuntu,Linpus,Linspire,Linux,Lubuntu,Mac OS,Maemo,Mageia,
Mandriva,Manjaro,MeeGo,Minix,Mint,MorphOS,NetBSD,NetRange,NETTV,Nintendo,Nubuntu,OpenBSD,OpenHarmony,OpenSolaris,openSUSE,OpenVMS,OS/2,Palm,PC-BSD,
PCLinuxOS,Plan 9,PlayStation,QNX,Raspbian,RedHat,RIM Tablet OS,RISC OS,Sabayon,Sailfish,SerenityOS,Series40,Slackware,Solaris,SUSE,Symbian,Tizen,
Ubuntu,Ubuntu Touch,UNIX,Unknown,VectorLinux,VIERA,watchOS,webOS,Windows,Windows IoT,Windows Mobile,Windows Phone,Xbox,Xubuntu,Zenwalk`;
const spellings = new Map(
  names
    .trim()
    .split(/,\n?/)
    .map((name) => [keyOf(name), name]),
).set("windowsphoneos", "Windows Phone");
