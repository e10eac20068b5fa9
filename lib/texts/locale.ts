import { memoize } from "./memoize";

/**
 * The preferred language tag of an Accept-Language header (RFC 9110, 12.5.4) in its canonical form,
 * or null.
 */
export function readLocale(acceptLanguage: string | null): string | null {
  return acceptLanguage ? best(acceptLanguage) : null;
}

const best = memoize(2_000, (acceptLanguage) => rankedLocales(acceptLanguage)[0] ?? null);

/**
 * The language tags of an Accept-Language header in their canonical form, by descending weight;
 * ties keep their order.
 */
export function rankedLocales(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(",", 50)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      return { locale: canonicalTag(tag), weight: readWeight(parameters) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ locale }) => locale ?? []);
}

/** 0 to 1; 0 means "not acceptable" or a malformed weight. */
function readWeight(parameters: string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (weight === undefined) return 1;
  const value = weight.replace(/^q\s*=\s*/i, "");
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}

/** No longer than most tags; a longer one loses its variants. */
const maxTag = 35;

/**
 * One spelling for each language tag that is well-formed by RFC 5646, else null: canonical case,
 * `_` as `-`, no extensions, the current code for a language or region that has several. The rules
 * are fixed here instead of taken from Intl, whose data differ between versions of Node.js: the
 * same language would have two labels.
 */
export function canonicalTag(given: string): string | null {
  const tag = given.trim().toLowerCase().replaceAll("_", "-");
  const irregular = irregularTags.get(tag);
  if (irregular !== undefined) return irregular;
  const isPrivate = /^x(-[a-z0-9]{1,8})+$/.test(tag);
  if (isPrivate) return tag.length <= maxTag ? tag : null;
  const parts = wellFormed.exec(tag)?.groups;
  if (!parts) return null;
  const { language = "", extended = "", script, region, variants = "" } = parts;
  const [primary = "", ...implied] = currentLanguage(language, extended.slice(-3)).split("-");
  const first = [
    primary,
    capitalized(script) ?? implied[0],
    region && (regions.get(region) ?? region.toUpperCase()),
  ]
    .filter(Boolean)
    .join("-");
  const whole = [first, ...new Set(variants.split("-").sort())].filter(Boolean).join("-");
  return whole.length <= maxTag ? whole : first;
}

const wellFormed = new RegExp(
  [
    "^(?<language>[a-z]{2,8})(?:-(?<extended>(?<=^[a-z]{2,3}-)[a-z]{3}(?:-[a-z]{3}){0,2}))?(?:-(?<script>[a-z]{4}))?(?:-(?<region>[a-z]{2}|[0-9]{3}))?",
    "(?:-(?<variants>(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*))?(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?$",
  ].join(""),
);

function capitalized(script: string | undefined): string | undefined {
  return script && script.charAt(0).toUpperCase() + script.slice(1);
}

/** `zh-yue` is the former spelling of `yue`. Only these languages ever had such a second part. */
const extendable = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"];

function currentLanguage(language: string, extended: string): string {
  const code = extended && extendable.includes(language) ? extended : language;
  return languages.get(code) ?? twoLetters.get(code) ?? code;
}

/** The tags of RFC 5646, section 2.2.8, that are irregular or have a current form. */
const irregularTags = new Map(
  Object.entries({
    "art-lojban": "jbo",
    "en-gb-oed": "en-GB-oxendict",
    "i-ami": "ami",
    "i-bnn": "bnn",
    "i-default": "i-default",
    "i-enochian": "i-enochian",
    "i-hak": "hak",
    "i-klingon": "tlh",
    "i-lux": "lb",
    "i-mingo": "i-mingo",
    "i-navajo": "nv",
    "i-pwn": "pwn",
    "i-tao": "tao",
    "i-tay": "tay",
    "i-tsu": "tsu",
    "no-bok": "nb",
    "no-nyn": "nn",
    "sgn-be-fr": "sfb",
    "sgn-be-nl": "vgt",
    "sgn-ch-de": "sgg",
    "zh-guoyu": "zh",
    "zh-hakka": "hak",
    "zh-min": "zh-min",
    "zh-min-nan": "nan",
    "zh-xiang": "hsn",
  }),
);

/** Former codes. Mandarin is called Chinese, as browsers do. */
const languages = new Map(
  Object.entries({ in: "id", iw: "he", ji: "yi", jw: "jv", mo: "ro", sh: "sr-Latn", tl: "fil" }),
);
const regions = new Map(
  Object.entries({
    bu: "MM",
    cs: "RS",
    dd: "DE",
    fx: "FR",
    su: "RU",
    tp: "TL",
    uk: "GB",
    yd: "YE",
    yu: "RS",
    zr: "CD",
  }),
);

/** Codes of three letters for languages that have one of two letters. */
const twoLetters = new Map(
  `
aaraa abkab adpdz afraf akaak albsq alssq amham araar arbar argan armhy asmas avaav aveae aymay ayray azeaz azjaz bakba bambm
baqeu belbe benbn bisbi bodbo bosbs brebr bulbg burmy catca cescs chach chece chizh chucu chvcv clssa cmnzh corkw cosco crecr
cwdcr cymcy czecs danda deude divdv drhmn dutnl dzodz ekket ellel engen epoeo eskik estet euseu eweee faofo fasfa fatak fijfj
finfi frafr frefr fryfy fucff fulff gazom geoka gerde glagd glega glggl glvgv greel grngn guggn gujgu hatht hauha hebhe herhz
hinhi hmoho hrvhr hunhu hyehy iboig iceis idoio iiiii ikeiu ikuiu ileie inaia indid ipkik islis itait javjv jawjv jpnja kalkl
kankn kasks katka kaukr kazkk khkmn khmkm kikki kinrw kirky kmrku knckr kngkg komkv konkg korko kpvkv kuakj kurku laolo latla
lavlv limli linln litlt ltzlb lublu luglg lvslv macmk mahmh malml maomi marmr mayms mkdmk mlgmg mltmt molro monmn mrimi msams
myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno npine nyany ocioc ojgoj ojioj orior ormom oryor ossos panpa
pbups perfa pesfa plipi pltmg polpl porpt prpgu pusps quequ quzqu rohrm ronro rumro runrn rusru sagsg sansa sccsr scrhr sinsi
slksk slosk slvsl smese smosm snasn sndsd somso sotst spaes sqisq srcsc srdsc srpsr sswss sunsu swasw swesv swhsw tahty tamta
tattt telte tgktg thath tibbo tirti tonto tsntn tsots tuktk turtr twiak uigug ukruk urdur uzbuz uznuz venve vievi volvo welcy
wlnwa wolwo xhoxh yddyi yidyi yoryo zhaza zhozh zsmms zulzu zybza`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);
