/** Viewers choose the locale, so the cache needs a bound. */
const mostFormats = 200;

/**
 * Caches formatters by locale and options: creating one takes fifty times as long as using it, and
 * a page uses hundreds.
 */
function remembering<Options, Format>(
  make: (locale: string, options: Options) => Format,
): typeof make {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known) return known;
    if (made.size >= mostFormats) made.clear();
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}

export const numberFormat = remembering(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = remembering(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const relativeFormat = remembering(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
export const pluralRules = remembering(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
export const listFormat = remembering(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
export const displayNames = remembering(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);
