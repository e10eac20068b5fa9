import { issues } from "../config/issues";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { errorText } from "../core/errors";
import { database } from "./client";
import { type DatabaseProblem, databaseProblem } from "./database-errors";

/**
 * A problem in words: `text` says what is wrong, `advice` what to do. `word` names it for programs.
 */
export interface ExplainedProblem {
  word: string;
  text: string;
  advice: string;
}

const explanations: Record<DatabaseProblem, Omit<ExplainedProblem, "word">> = {
  unavailable: {
    text: "The database does not answer.",
    advice: "Start Postgres, or check the network between it and this server.",
  },
  restarting: {
    text: "The database is starting or stopping.",
    advice: "Wait a moment. If that does not help, read the log of Postgres.",
  },
  "read-only": {
    text: "The database is read-only.",
    advice:
      "Point DATABASE_URL to the primary, or set default_transaction_read_only to off. Many providers make a database read-only when its disk is full: enlarge it or free space.",
  },
  "disk full": {
    text: "The disk of the database is full.",
    advice: "Free space on it, or enlarge it.",
  },
  "too many connections": {
    text: "The database accepts no more connections.",
    advice:
      "Raise max_connections of the server or the connection limit of the role, or lower DATABASE_CONNECTIONS and WORKERS.",
  },
  "too slow": {
    text: "The database is too slow, or something holds a lock.",
    advice: "Look for long statements and transactions in pg_stat_activity.",
  },
  "access denied": {
    text: "The database does not let this role do that.",
    advice: "Check the role, its password and its privileges on the tables of Slugline.",
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
      text: "The database rejects clicks.",
      advice: `Its error: ${lastLineOf(error)}`,
    }
  );
}

/** The last line of an error's message: Prisma puts the statement before it. */
export function lastLineOf(error: unknown): string {
  return errorText(error).trim().split("\n").at(-1) ?? "";
}
