import type { Sentence } from "../texts/sentence";

/** `note`: works, but worth knowing. `bad`: needs fixing. */
export type CheckState = "good" | "note" | "bad";

export interface Check {
  name: Sentence;
  state: CheckState;
  finding: Sentence;
  advice?: Sentence;
  /** Something to paste elsewhere. */
  copy?: string;
}
