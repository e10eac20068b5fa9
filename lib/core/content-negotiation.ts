import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import { SluglineError } from "./errors";

interface Coding {
  /** By its first two bytes, with which no text begins. */
  isUsed: (start: number) => boolean;
  decode: (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
}

const gzip: Coding = { isUsed: (start) => start === 0x1f8b, decode: promisify(gunzip) };
/** RFC 1950: the method is 8, and the first two bytes are a multiple of 31. */
const deflate: Coding = {
  isUsed: (start) => ((start >> 8) & 0x8f) === 0x08 && start % 31 === 0,
  decode: promisify(inflate),
};
const codings: ReadonlyMap<string, Coding> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
]);

/**
 * A body as it was before its Content-Encoding. One that is not compressed, although the header
 * says so, is what some clients send: it is returned as it is. Throws `tooLarge` as soon as more
 * than `mostBytes` are decoded, and `unsupported_media_type` or `malformed_request`.
 */
export async function decodeContent(
  body: Buffer,
  header: string | null,
  { mostBytes, tooLarge }: { mostBytes: number; tooLarge: () => SluglineError },
): Promise<Buffer> {
  const [name, ...more] = (header ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== "" && each !== "identity");
  if (name === undefined) return body;
  const coding = codings.get(name);
  if (!coding || more.length > 0)
    throw new SluglineError("unsupported_media_type", "contentEncodingUnknown");
  if (body.length < 2 || !coding.isUsed(body.readUInt16BE())) return body;
  try {
    return await coding.decode(body, { maxOutputLength: mostBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new SluglineError("malformed_request", "contentEncodingWrong", { name });
  }
}

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
