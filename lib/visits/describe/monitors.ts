/**
 * Monitors and load generators that neither public list knows and whose name does not say what they do: at the start,
 * as these programs send it, or after `compatible;`.
 */
const named =
  /(?:^|[(] ?compatible; ?)(Gatus|Nagios|Icinga2?|Monit|Prometheus|Grafana|Alertmanager|Better ?Stack|Uptrends|Oh ?Dear|StatusGator|Statping(?:-ng)?|Upptime|Uptimia|Monitis|Dynatrace|New ?Relic|Pulsetic|Cronitor|Instatus|OpenStatus|HAProxy|ServerGuard24|Wormly|Smokeping|Sensu|Opsview|LibreNMS|OpenNMS|Centreon|Munin|Netdata|Telegraf|Cachet|Kuma|Beszel|Peekaping|Kener|Vigil|Checkly|SSL ?Labs|Hexometer|Hexowatch|Statuspage|SpeedCurve|DebugBear|Dareboost|Yellow ?Lab ?Tools|Zabbix|HetrixTools|Freshping|ApacheBench|autocannon|Artillery|Bombardier|Gatling|h2load|hey(?=\/0)|httperf|(?:Apache-?)?JMeter|k6|Locust|oha|Tsung|Vegeta|wrk2?)(?![a-z])/i;

/** These also behind the string of a browser, which they run. */
const behindBrowser =
  /\b(StatusCake|Site24x7|ThousandEyes|Catchpoint|Ruxit(?:Synthetic|Recorder)?|Pingdom\w*|Apica|PTST|WebPageTest|Chrome-Lighthouse|PageSpeed|Siege|HeadlessChrome|Playwright|Puppeteer|Selenium|WebdriverIO|TestCafe|Cypress)\b/i;

/** What a program calls itself whose requests are nobody's, in any compound and spelling. */
const word =
  /monitor|uptime|heart[ _-]?beat|health[ _.-]?(?:check|probe|z\b|c\b)|\bGoogleHC\b|prob(?:e|er|es|ing)(?![a-z])|check(?:er|ers|s|ing)?(?![a-z])|validator|verifier|synthetic|scanner|crawler|spider|watch[ _-]?dog|liveness|readiness|black[ _-]?box|(?<![a-z])ping(?![a-z])|pinger(?![a-z])|page[ _-]?speed|site[ _-]?audit|(?:load|stress)[ _-]?(?:test|generator|runner)|benchmark|(?<![a-z])[a-z]*bot(?![a-z])/i;

/** Of a browser: its system and device, which may have any name. */
const platform =
  /^(Mozilla\/\d\.\d) \((?! ?compatible)(?:[^()]|\([^()]*\))*\)|\([^()]*\bAndroid\b[^()]*\)/;

/**
 * How a user agent names itself as a monitor, a checker or the like; null if it does not. A word
 * alone is returned with what it is a part of.
 */
export function findMonitor(userAgent: string): string | null {
  const text = userAgent.replace(platform, "$1");
  const name = named.exec(text) ?? behindBrowser.exec(text);
  if (name) return name[1] ?? null;
  return word.test(text) ? text : null;
}
