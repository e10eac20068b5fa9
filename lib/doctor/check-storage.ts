import { issues, type ServiceIssue } from "../config/issues";
import { withDeadline } from "../core/deadline";
import {
  type ExplainedProblem,
  explainAnyProblem,
  raisedProblem,
} from "../database/database-problem";
import { inTurn, sentence } from "../texts/sentence";
import { explainJournalFailure, findJournalFailure } from "../visits/click-storage";
import { freeDiskBytes, fullDiskError } from "../visits/journal/disk-space";
import { rehearseClicks } from "../visits/record-clicks";
import type { Check } from "./check";

const limitMs = 3_000;
/** More than the pages of a table have room for, so that a full disk shows. */
const rows = 500;

/** A disk may still take a few kilobytes, which is no room for an outage. */
const trialBytes = 1024 * 1024;

/** Whether clicks can be stored, by trying it: in the database, and in the journal. */
export async function storageChecks({ hasDatabase }: { hasDatabase: boolean }): Promise<Check[]> {
  const name = sentence("checkStoringName");
  const [problem, journal] = await Promise.all([
    hasDatabase ? findClickProblem() : null,
    findJournalProblem(),
  ]);
  const bad: Check[] = [];
  if (problem) {
    const finding = inTurn([sentence("checkStoringBad"), problem.text], "thenSentence");
    bad.push({ name, state: "bad", finding, advice: problem.advice });
  }
  if (journal)
    bad.push({
      name: sentence("checkJournalOnDisk"),
      state: "bad",
      finding: journal.text,
      advice: journal.advice,
    });
  if (bad.length > 0 || !hasDatabase) return bad;
  return [
    {
      name,
      state: "good",
      finding: sentence("checkStoringGood"),
    },
  ];
}

/** The thread that serves visitors may know more than one trial shows. */
async function findClickProblem(): Promise<ExplainedProblem | null> {
  const raised = raisedProblem();
  if (raised) return raised;
  return withDeadline(rehearseClicks(rows), limitMs).then(() => null, explainAnyProblem);
}

async function findJournalProblem(): Promise<Pick<ServiceIssue, "text" | "advice"> | null> {
  const raised = issues().find("journal");
  if (raised) return raised;
  const failure =
    (await findJournalFailure(trialBytes)) ?? fullDiskError(await freeDiskBytes()) ?? undefined;
  return failure === undefined ? null : explainJournalFailure(failure);
}
