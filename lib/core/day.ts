export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** 00:00 UTC of the day that contains `at`. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

export function isoDate(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/**
 * 00:00 UTC of the first day of the month that contains `at`, or of the month `later` months on.
 */
export function startOfMonth(at: Date, later = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
}
