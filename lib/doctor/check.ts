/** `note`: works, but worth knowing. `bad`: needs fixing. */
export type CheckState = "good" | "note" | "bad";

export interface Check {
  name: string;
  state: CheckState;
  /** The finding, as a sentence. */
  finding: string;
  advice?: string;
  /** Something to paste elsewhere. */
  copy?: { text: string; what: string };
}
