import { Prisma } from "../database/generated/client";
import type { Pools } from "../database/pools";

/** Whoever asks again sooner gets the same answer. */
const lookMs = 450;

/**
 * Whether there are rows of each kind that wait for work, asked of the database in one statement:
 * an idle service asks twice a second in all, however many kinds there are.
 */
export class LeftWork<Kind extends string> {
  private found: Promise<Record<Kind, boolean>> | null = null;
  private at = 0;

  /** `rows`: a SELECT for each kind. */
  constructor(
    private readonly pools: Pools,
    private readonly rows: Readonly<Record<Kind, Prisma.Sql>>,
  ) {}

  /** Does `work` if there is some, as far as was known within the last half second. */
  ifAny(kind: Kind, work: (signal: AbortSignal) => Promise<void>) {
    return async (signal: AbortSignal): Promise<void> => {
      if ((await this.look())[kind]) await work(signal);
    };
  }

  private look(): Promise<Record<Kind, boolean>> {
    const now = performance.now();
    if (this.found === null || now - this.at >= lookMs) {
      this.at = now;
      this.found = this.ask();
      // The next one asks anew.
      this.found.catch(() => {
        this.found = null;
      });
    }
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
