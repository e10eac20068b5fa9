/**
 * Whether a client would rather have `text/plain` than `usual` (RFC 9110, 12.5.1). Without a
 * preference it gets the usual type.
 */
export function prefersText(accept: string | null, usual: string): boolean {
  const wanted = (accept ?? "*/*").split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const quality = Number(
      parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1,
    );
    return { type, quality: Number.isNaN(quality) ? 0 : quality };
  });
  // The most specific range decides.
  const qualityOf = (type: string) => {
    const ranges = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
    return (
      ranges
        .map((range) => wanted.find((given) => given.type === range)?.quality)
        .find((found) => found !== undefined) ?? 0
    );
  };
  return qualityOf("text/plain") > qualityOf(usual);
}
