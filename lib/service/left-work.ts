import { setTimeout as sleep } from "node:timers/promises";
import { Prisma } from "../database/generated/client";
import type { Pools } from "../database/pools";

/** Whoever asks again sooner gets the same answer. */
const lookMs = 450;
/** Work does not wait longer for the answer. */
const lateMs = 1_000;

/**
 * Whether there are rows of each kind that wait for work, asked of the database in one statement:
 * an idle service asks twice a second in all, however many kinds there are.
 */
export class LeftWork<Kind extends string> {
  private found: Promise<Record<Kind, boolean> | null> = Promise.resolve(null);
  private at = Number.NEGATIVE_INFINITY;
  private isAsking = false;

  /** `rows`: a SELECT for each kind. */
  constructor(
    private readonly pools: Pools,
    private readonly rows: Readonly<Record<Kind, Prisma.Sql>>,
  ) {}

  /**
   * Does `work` if there was some within the last half second, or if the database does not say in
   * time: one locked table must not stop the other kinds.
   */
  ifAny(kind: Kind, work: (signal: AbortSignal) => Promise<void>) {
    return async (signal: AbortSignal): Promise<void> => {
      const left = await Promise.race([this.look(), sleep(lateMs, null, { ref: false })]);
      if (left?.[kind] ?? true) await work(signal);
    };
  }

  private look(): Promise<Record<Kind, boolean> | null> {
    const now = performance.now();
    if (this.isAsking || now - this.at < lookMs) return this.found;
    this.at = now;
    this.isAsking = true;
    this.found = this.ask()
      .catch(() => null)
      .finally(() => {
        this.isAsking = false;
      });
    return this.found;
  }

  private async ask(): Promise<Record<Kind, boolean>> {
    const kinds = Object.entries<Prisma.Sql>(this.rows).map(
      ([kind, rows]) => Prisma.sql`EXISTS (${rows}) AS ${Prisma.raw(`"${kind}"`)}`,
    );
    const [row] = await this.pools.client("maintenance").$queryRaw<
      [Record<Kind, boolean>]
    >`SELECT ${Prisma.join(kinds)}`;
    return row;
  }
}
