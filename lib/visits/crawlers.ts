import { isbot, isbotMatch } from "isbot";

/**
 * Plain HTTP clients: a person's script or terminal, which counts as a visitor although bot lists name it.
 * They declare themselves at the start of the string, as `product/version` or as the bare product.
 */
const plainClient =
  /^(?:curl|Wget|Wget2|HTTPie|xh|fetch|PowerShell|Mozilla\/5\.0 \(.*\) (?:Windows)?PowerShell|python-(?:requests|urllib3?|httpx)|Python-urllib|Python|aiohttp|httpx|node|node-fetch|undici|axios|got|superagent|needle|request|ky|okhttp|Go-http-client|Java|Java-http-client|Apache-HttpClient|Jakarta Commons-HttpClient|Dalvik|libwww-perl|LWP::\w+|lwp-\w+|Ruby|http\.rb|Faraday|Typhoeus|HTTParty|rest-client|PHP|GuzzleHttp|Symfony HttpClient|PostmanRuntime|insomnia|Paw|RapidAPI|hoppscotch|Bruno|bruno-runtime|reqwest|hyper|ureq|Dart|Deno|Bun|CFNetwork|libcurl|RestSharp|Hackney|HTTPoison|WinHttp|autocannon|wrk|k6|ApacheBench|vegeta|hey|Artillery)(?:[/ ;(]|$)/i;

/** Shapes rather than names: they catch any short self-made user agent, such as `my-script/1.0`, and prove nothing. */
const plainShape = /^[\w.\- ]+(?:\/v?[\w.]+)?$/;
const crawlerWord =
  /bot|crawl|spider|slurp|scan|monitor|archive|check|preview|search|feed|scrap|index|fetcher|agent|ai\b|google|yahoo|yandex|uptime|updown|daemon|probe|inspection|synthetic/i;

/** The name under which a self-declared crawler (search engine, AI crawler, uptime monitor) is kept, or null for none. */
export function findCrawler(userAgent: string): string | null {
  if (plainClient.test(userAgent) || !isbot(userAgent)) return null;
  if (plainShape.test(userAgent) && !crawlerWord.test(userAgent)) return null;
  return crawlerName(userAgent);
}

/** The product token that carries the telling word, such as `Googlebot` or `GPTBot`; else what the bot list matched. */
function crawlerName(userAgent: string): string {
  const product = /[\w.-]*(?:bot|crawler|spider|slurp|monitor|archiver)[\w-]*/i.exec(userAgent)?.[0];
  return (product ?? /compatible; ?([\w.\- ]+)/i.exec(userAgent)?.[1] ?? isbotMatch(userAgent) ?? "Unknown").slice(0, 64);
}
