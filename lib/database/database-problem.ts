import { issues } from "../config/issues";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { errorText } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";
import { database } from "./client";
import { type DatabaseProblem, databaseProblem } from "./database-errors";

/**
 * A problem in words: `text` says what is wrong, `advice` what to do. `word` names it for programs.
 */
export interface ExplainedProblem {
  word: string;
  text: Sentence;
  advice: Sentence;
}

const explanations: Record<DatabaseProblem, Omit<ExplainedProblem, "word">> = {
  unavailable: {
    text: sentence("databaseUnavailable"),
    advice: sentence("databaseUnavailableAdvice"),
  },
  restarting: {
    text: sentence("databaseRestarting"),
    advice: sentence("databaseRestartingAdvice"),
  },
  "read-only": {
    text: sentence("databaseReadOnly"),
    advice: sentence("databaseReadOnlyAdvice"),
  },
  "disk full": {
    text: sentence("databaseDiskFull"),
    advice: sentence("databaseDiskFullAdvice"),
  },
  "too many connections": {
    text: sentence("databaseTooManyConnections"),
    advice: sentence("databaseConnectionsAdvice"),
  },
  "too slow": {
    text: sentence("databaseTooSlow"),
    advice: sentence("databaseTooSlowAdvice"),
  },
  "access denied": {
    text: sentence("databaseAccessDenied"),
    advice: sentence("databaseAccessAdvice"),
  },
};

/** Problems that often end by themselves, by their words. */
export const passingProblems: ReadonlySet<string> = new Set<DatabaseProblem>([
  "unavailable",
  "restarting",
  "too many connections",
  "too slow",
]);

/** Readiness and metrics do not wait longer. */
const askMs = 1_000;

/**
 * The word for what keeps the service from storing now, as a question to the database or the last
 * attempts show; null if nothing does.
 */
export async function findProblemWord(): Promise<string | null> {
  const asked = database().$queryRaw<
    { isReadOnly: boolean }[]
  >`SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`;
  try {
    const [row] = await withDeadline(asked, askMs);
    return row?.isReadOnly ? "read-only" : (raisedProblem()?.word ?? null);
  } catch (error) {
    return explainAnyProblem(error).word;
  }
}

/** What the thread that serves visitors found. */
export function raisedProblem(): ExplainedProblem | null {
  const raised = issues().find("database");
  return raised ? { ...raised, word: raised.word ?? "failing" } : null;
}

/** Whether that thread cannot reach the database. Others then need not wait for it as long. */
export function isKnownUnavailable(): boolean {
  return raisedProblem()?.word === "unavailable";
}

/** Null if the error is that of the statement. No answer in time counts as unavailable. */
export function explainProblem(error: unknown): ExplainedProblem | null {
  const word = isDeadlineError(error) ? "unavailable" : databaseProblem(error);
  return word && { word, ...explanations[word] };
}

/** The same for a statement that always works in a database that is well. */
export function explainAnyProblem(error: unknown): ExplainedProblem {
  return (
    explainProblem(error) ?? {
      word: "failing",
      text: sentence("databaseRejects"),
      advice: sentence("databaseError", { problem: lastLineOf(error) }),
    }
  );
}

/** The last line of an error's message: Prisma puts the statement before it. */
export function lastLineOf(error: unknown): string {
  return errorText(error).trim().split("\n").at(-1) ?? "";
}
