/**
 * A link that starts after its end would never work. The sentence follows `startsAt`; null if the
 * two agree.
 */
export function findContradiction({
  startsAt,
  expiresAt,
}: {
  startsAt?: Date | null | undefined;
  expiresAt?: Date | null | undefined;
}): string | null {
  return startsAt && expiresAt && startsAt >= expiresAt
    ? "must be before expiresAt: the link would never work"
    : null;
}

/** Limits of the fields that few links have. The dialog uses them too. */
export const longestPassword = 128;
export const longestDescription = 1_000;
export const longestImage = 2_048;
export const mostClicks = 2_147_483_647;
