import { isbot, isbotMatch } from "isbot";
import { cleanText } from "../../core/clean-text";
import { withoutModel } from "../../core/client-software";
import { findPublicBot } from "../../previews/public-bots";
import { findLinkScanner } from "./link-scanners";
import { findMonitor } from "./monitors";

/**
 * Plain HTTP clients: a person's script or terminal, which counts as a visitor although bot lists
 * contain it. They start the string with `product/version` or the bare product.
 */
const plainClient =
  /^(?:curl|Wget|Wget2|HTTPie|xh|fetch|PowerShell|Mozilla\/5\.0 \(.*\) (?:Windows)?PowerShell|python-(?:requests|urllib3?|httpx)|Python-urllib|Python|aiohttp|httpx|node|node-fetch|undici|axios|got|superagent|needle|request|ky|okhttp|Go-http-client|Java|Java-http-client|Apache-HttpClient|Jakarta Commons-HttpClient|Dalvik|libwww-perl|LWP::\w+|lwp-\w+|Ruby|http\.rb|Faraday|Typhoeus|HTTParty|rest-client|PHP|GuzzleHttp|Symfony HttpClient|PostmanRuntime|insomnia|Paw|RapidAPI|hoppscotch|Bruno|bruno-runtime|reqwest|hyper|ureq|Dart|Deno|Bun|CFNetwork|libcurl|RestSharp|Hackney|HTTPoison|WinHttp|Mozilla\/4\.0 \(compatible; Win32; WinHttp\.WinHttpRequest\.\d\)|node-superagent|HTTP::Tiny|HTTP-Tiny|HTTP_Request2?|go-resty|PycURL|lua-resty-http|Mojolicious|Thunder Client|Julia|R(?= \()|httr2?|Jersey|dart:io)(?:[/ ;(]|$)/i;

/** Old or rare browsers, and a proxy for phone browsers, which bot lists contain by mistake. */
const rareBrowser =
  /^(?:NetSurf|Avant Browser)\/|\(compatible; (?:Konqueror\/|Dillo )|\bFirePHP\/\d|\(Google WAP Proxy\//;

/**
 * Generic shapes also match short custom user agents, such as `my-script/1.0`, so a match alone
 * proves nothing.
 */
const plainShape = /^[\w.\- ]+(?:\/v?[\w.]+)?$/;
const crawlerWord =
  /bot|crawl|spider|slurp|scan|monitor|archive|check|preview|search|feed|scrap|index|fetcher|agent|ai\b|google|yahoo|yandex|uptime|updown|daemon|probe|inspect|synthetic|discover|validat|verif|analy[sz]er|expander|unshorten|resolver|sandbox|screenshot|phish|malware|protection/i;

/** What `isbot` does not know. Nobody's browser says it. */
const declaredWord =
  /unfurl|\boembed\b|existence discovery|\bsafe[ _-]?links?\b|(?:url|link)[ _-]?(?:protect|rewrit)|\b(?:url|link)[ _-]?(?:defen[cs]e|validat|verif|resolver|expander|scan|inspect)|\bOneTrust\b|\bGTmetrix\b/i;

/** An app with which a person scans a code, and whose browser opens what it says. */
const codeScanner = /\b(?:qr|bar)[ _-]?(?:code)?[ _-]?(?:scan(?:ner)?|reader)\b/gi;

/**
 * The name of a self-declared crawler (search engine, AI crawler, uptime monitor, mail scanner, link
 * checker), or null.
 */
export function findCrawler(userAgent: string): string | null {
  if (rareBrowser.test(userAgent)) return null;
  const text = withoutModel(userAgent).replace(codeScanner, "App");
  // A script that names itself, too, as a monitor does.
  const isPlain = plainClient.test(userAgent);
  const monitor = findMonitor(isPlain ? text.replace(/^\S+\s*/, "") : text);
  if (isPlain) return monitor && crawlerName(monitor);
  const scanner = findLinkScanner(userAgent);
  if (scanner !== null) return scanner;
  const bot = findPublicBot(userAgent);
  if (bot) return bot.name;
  if (monitor !== null) return crawlerName(monitor);
  if (!isbot(text) && !declaredWord.test(text)) return null;
  if (plainShape.test(text) && !crawlerWord.test(text) && !declaredWord.test(text)) return null;
  return crawlerName(text);
}

const tellingWord =
  /bot|crawler|spider|slurp|monitor|archiver|scanner|preview|unfurl|OneTrust|probe|check|uptime|health/i;

const browserWord = /^(?:Safari|Firefox|Gecko|Chrome|Mobile|Version|Edge?)$/;

/**
 * The product with the crawler word, such as `Googlebot`. Otherwise the text after `compatible;` or
 * the first product. After a browser's string: the product that the bot list knows, else the last
 * one, else the host of a URL. Versions are removed.
 */
function crawlerName(userAgent: string): string {
  const tokens = userAgent
    .split(/[\s()[\]{};,+]+/)
    .filter((token) => !/:\/\/|@|^www\./i.test(token));
  const products = tokens
    .flatMap((token) => token.split("/"))
    .filter((product) => /^(?!v?\d+\.).*[a-z]{2}/i.test(product));
  const declared = /compatible; ?(?!MSIE)([a-z][\w.\- ]+)/i.exec(userAgent)?.[1];
  const name =
    products.find((product) => tellingWord.test(product)) ??
    declared ??
    nameByPlace(products, tokens.join(" "));
  return cleanText((name ?? hostIn(userAgent))?.replace(/[ /-]v?\d.*$/, ""), 64) ?? "Unknown";
}

function nameByPlace(products: string[], text: string): string | undefined {
  if (products[0] !== "Mozilla") return products[0];
  const match = isbotMatch(text);
  const last = products.at(-1);
  return (
    products.find((product) => match !== null && product.includes(match)) ??
    (browserWord.test(last ?? "") ? undefined : last)
  );
}

function hostIn(userAgent: string): string | undefined {
  return /(?:\/\/(?:www\.)?|@|^www\.)([\w.-]+)/i.exec(userAgent)?.[1];
}
