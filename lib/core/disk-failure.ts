import { type Sentence, sentence } from "../texts/sentence";

const full = sentence("diskFull");
const remedies: Readonly<Record<string, Sentence>> = {
  ENOSPC: full,
  EDQUOT: sentence("diskQuota"),
  EFBIG: sentence("diskFileSize"),
  EROFS: sentence("diskReadOnly"),
  EACCES: sentence("diskUser"),
  EPERM: sentence("diskUser"),
  ENOTDIR: sentence("diskNoFolder"),
  EIO: sentence("diskBroken"),
};

/**
 * What to do about a write to disk that failed, as the begin of a sentence; null for any other
 * error.
 */
export function diskRemedy(error: unknown): Sentence | null {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  return error instanceof Error && !["connect", "listen", "bind"].includes(syscall ?? "")
    ? (remedies[code] ?? null)
    : null;
}
