const full = "The disk is full: free space on it";
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: "The quota of this user is used up: free space or raise it",
  EFBIG: "A limit on the size of files is reached: free space or raise it (ulimit -f)",
  EROFS: "The disk is read-only: mount it for writing",
  EACCES: "Let the user of this process write there",
  EPERM: "Let the user of this process write there",
  ENOTDIR: "Something other than a folder is in its place: move that away",
  EIO: "The disk is broken: look for errors in the log of the system",
};

/**
 * What to do about a write to disk that failed, as the begin of a sentence; null for any other
 * error.
 */
export function diskRemedy(error: unknown): string | null {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  return error instanceof Error && !["connect", "listen", "bind"].includes(syscall ?? "")
    ? (remedies[code] ?? null)
    : null;
}
