/** `note`: works, but worth knowing. `bad`: something does not work as it should. */
export type CheckState = "good" | "note" | "bad";

export interface Check {
  name: string;
  state: CheckState;
  /** What was found. */
  told: string;
  /** What to do about it. */
  advice?: string;
}
