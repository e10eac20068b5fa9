import pg from "pg";

export interface Statement {
  /** Complete, with its parameters as literals: it can be pasted into psql. */
  sql: string;
  /** Pages that the statement touches. */
  buffers: number;
  /** Tables and partitions of more than a few pages that are read as a whole. */
  scanned: string[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Actual Loops": number;
  Plans?: PlanNode[];
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

interface Sent {
  text: string;
  values?: unknown[];
}

const explainable = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** So small a table is read as a whole whatever its indexes are. */
const fewPages = 4;

/**
 * Explains what lib sends to Postgres while `work` runs, each statement just before it runs, on the
 * same connection and so with the same data. Call `observe` before the pools of lib open.
 */
export class StatementPlans {
  private readonly send = pg.Client.prototype.query as unknown as Query;
  /** What was found since `of` began; null outside of it. */
  found: Statement[] | null = null;

  /** Until `stop`. */
  observe(): void {
    const { send } = this;
    const plans = this;
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const { text, values = [] } = given[0] as Sent;
      const { found } = plans;
      if (found === null || text === undefined || !explainable.test(text))
        return send.apply(this, given);
      return plans.explain(this, text, values).then((statement) => {
        found.push(statement);
        return send.apply(this, given);
      });
    } as typeof pg.Client.prototype.query;
  }

  stop(): void {
    pg.Client.prototype.query = this.send as unknown as typeof pg.Client.prototype.query;
  }

  async of(work: () => Promise<unknown>): Promise<Statement[]> {
    const found: Statement[] = [];
    this.found = found;
    try {
      await work();
    } finally {
      this.found = null;
    }
    return found;
  }

  /**
   * Runs the statement twice, since the first run fills the catalogue caches of its connection, and
   * undoes it.
   */
  private async explain(client: pg.Client, text: string, values: unknown[]): Promise<Statement> {
    const send = (...given: unknown[]) =>
      this.send.apply(client, given) as Promise<
        pg.QueryResult<{ "QUERY PLAN": [{ Plan: PlanNode }] }>
      >;
    const isInside = client.getTransactionStatus() !== "I";
    const [begin, undo, end] = isInside
      ? ["SAVEPOINT plan", "ROLLBACK TO plan", "RELEASE plan"]
      : ["BEGIN", "ROLLBACK; BEGIN", "ROLLBACK"];
    const explain = () => send({ text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values });
    await send(begin);
    await explain();
    await send(undo);
    const result = await explain();
    await send(undo);
    await send(end);
    const plan = result.rows[0]?.["QUERY PLAN"][0].Plan;
    if (!plan) throw new Error("no plan");
    const scanned = nodesOf(plan).filter(
      (node) => node["Node Type"] === "Seq Scan" && pagesOf(node) > fewPages * node["Actual Loops"],
    );
    return {
      sql: complete(text, values),
      buffers: pagesOf(plan),
      scanned: [...new Set(scanned.map((node) => node["Relation Name"] ?? ""))].sort(),
    };
  }
}

const pagesOf = (node: PlanNode) => node["Shared Hit Blocks"] + node["Shared Read Blocks"];

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** `$1` ... replaced by literals. */
function complete(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`;
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]`;
  return pg.escapeLiteral(String(value));
}
