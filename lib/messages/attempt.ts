/** What became of one try. */
export interface Attempt {
  isAccepted: boolean;
  /** The receiver wants no further messages. */
  isGone: boolean;
  status: number | null;
  durationMs: number;
  response: string | null;
  error: string | null;
  retryAfterS: number | null;
}
