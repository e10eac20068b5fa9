import { withoutModel } from "../../core/client-software";

/**
 * Mail gateways and link checkers that say who they are and are in neither public list, or under a
 * name that tells nobody anything. The names of gateways count at any place: senders of mail see
 * them before and behind a browser's string, see
 * https://www.unmta.com/docs/bot-signatures and
 * https://check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect. Words that
 * a person's software may have in its name stand at the start, as these programs send them.
 */
const scanners: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Proofpoint", /\bproof ?point\b/i],
  ["Mimecast", /\bmimecast\b/i],
  ["Barracuda", /\bbarracuda(?:central|networks)?\b/i],
  ["Microsoft Defender", /\bmicrosoft[ -](?:defender|smartscreen|urlanalyzer)\b/i],
  ["Microsoft Safe Links", /\b(?:microsoft|atp)[ -](?:atp[ -])?safe[ -]?links\b|^safelinks\b/i],
  ["Symantec", /\bsymantec(?:[ -]?(?:e-?mail|click|link|web|mail|url)\w*)?\b/i],
  ["MessageLabs", /\bmessagelabs\b/i],
  ["Trend Micro", /\btrend ?micro\b|^TMES\b/i],
  ["Cisco Secure Email", /\biron ?port\b|\bcisco[ -]?(?:secure[ -]?e-?mail|asyncos|talos)\b/i],
  ["Sophos", /\bsophos(?:labs)?\b/i],
  ["Trellix", /\b(?:fireeye|trellix)\b/i],
  ["Fortinet", /\bforti(?:mail|guard|net|sandbox)\b/i],
  ["Forcepoint", /\b(?:forcepoint|websense(?:threatseeker)?)\b/i],
  ["Check Point", /\bcheck ?point (?:harmony|threat|url)|\bavanan\b/i],
  ["Cloudmark", /\bcloudmark\b/i],
  ["Vade", /\bvade ?secure\b/i],
  ["Hornetsecurity", /\bhornet ?security\b/i],
  ["Ironscales", /\bironscales\b/i],
  // https://lychee.cli.rs/guides/cli: `lychee/` and the version.
  ["lychee", /(?:^|\(compatible; )lychee\/\d/],
  ["Dead Link Checker", /\bdead ?link ?checker\b/i],
  ["Xenu Link Sleuth", /^Xenu(?:'s)? Link Sleuth\b/],
  // https://peacockmedia.software/integrity_support.html
  ["Integrity", /^(?:Integrity|Scrutiny)(?: Plus| Pro)?\/\d/],
  ["muffet", /(?:^|\(compatible; )muffet\/\d/],
  ["linkinator", /^linkinator\b/i],
  ["htmltest", /^htmltest\/\d/],
  ["HTML Proofer", /\bHTML[ -]Proofer\b/],
  ["Sphinx linkcheck", /^Sphinx\/\d|\bGecko\/\d+ Firefox\/[\d.]+ Sphinx\/\d/],
  ["Sitebulb", /\bsitebulb\b/i],
  ["Siteimprove", /\bsiteimprove\b/i],
  ["SortSite", /\b(?:SortSite|PowerMapper)\b/],
  ["deadfinder", /^deadfinder\b/i],
  ["LinkWalker", /^LinkWalker\b/],
];

/** The mail scanner or link checker that this user agent declares, or null. */
export function findLinkScanner(userAgent: string): string | null {
  const declared = withoutModel(userAgent);
  return scanners.find(([, pattern]) => pattern.test(declared))?.[0] ?? null;
}
