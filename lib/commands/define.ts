import type { z } from "zod";
import type { Actor } from "../audit/record-event";
import type { Parts } from "../config/running";
import type { Needed, Role } from "../core/access";
import type { AuditEvent } from "../core/audit";
import type { OwnAddress } from "../core/destination";
import type { Writer } from "../database/in-transaction";
import type { Editor } from "../links/editor";
import type { SelectionOutcome } from "../links/outcome";
import type { ActingSession } from "../owners/recent-sessions";
import { SessionEnded } from "../owners/rights";
import type { Browser, RequestSource } from "../owners/start-session";
import type { Language } from "../texts/languages";
import type { Described } from "./operation";

/** A person in the dashboard, with the browser. */
export interface Person extends ActingSession {
  browser: Browser;
  language: Language;
  /** BCP 47. */
  locale: string;
  timeZone: string;
}

interface Acting {
  /** As the activity log names whoever does it. */
  actor: Actor;
  now: Date;
  /** Of the service that runs: its configuration, and what lives as long as it does. */
  parts: Parts;
}

/** Who does it, when, and with what. */
export interface Context extends Acting {
  by: Editor;
  role: Role;
  /** A person in the dashboard. */
  person?: Person | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** A header of the API's request; null elsewhere. */
  header: (name: string) => string | null;
  /** The transaction that stores the answer, too, of what repeats by key. */
  writer?: Writer | undefined;
  /** Of the attempt, for what makes a secret. */
  key?: string | undefined;
}

/** Some rows of a job. */
export interface Portion {
  from: number;
  to: number;
  isLast: boolean;
}

/** What a portion of a job gets, with the transaction that stores its outcome. */
export type PortionContext = Pick<Context, "by" | "role" | "now" | "parts"> & { writer: Writer };

/** How the dashboard does a command: in portions, by a job that ends without the browser. */
interface Portions<G> {
  /** How many rows there are, by the transaction that stores the job. */
  total(given: G, writer: Writer): number | Promise<number>;
  /** What `run` gets of them. */
  part?(given: G, portion: Portion): Partial<G>;
  /** Takes back what `run` did to these, which it returned. */
  undo?(
    context: PortionContext,
    done: readonly unknown[],
    given: G,
  ): Promise<SelectionOutcome<unknown>>;
}

/** For what anyone may do. */
export interface Stranger extends Acting {
  source: RequestSource;
  peerAddress: string | null;
}

type Out<S> = S extends z.ZodType ? z.output<S> : unknown;

/**
 * What `run` gets: the parts that doors have checked. What only forms say may be absent. `portion`: in
 * a job.
 */
type Given<T, Q, F, B> = Out<T> &
  Out<Q> &
  Partial<Out<F>> & { body: Out<B>; file?: Buffer; portion?: Portion };

interface Command<
  R extends Needed,
  T extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  F extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  P,
  O,
> {
  /** Also its operation in the API, which never changes: clients generate their functions from it. */
  name: string;
  role: R;
  /** What it is about: the parts of the API's path. */
  target?: T;
  /** The parameters of the API's query, which forms may give, too. */
  query?: Q;
  /** What only forms give. */
  form?: F;
  body?(own: OwnAddress): B;
  /** Whether the body is a file, of which few are read and answered at once. */
  file?(query: URLSearchParams): boolean;
  /** How long `run` may take, by default `limitMs`. */
  deadlineMs?: number;
  /** For work that takes time but no database: no deadline runs yet. */
  prepare?(given: Given<T, Q, F, B>): Promise<P>;
  /**
   * What the same request with the same key gets: the stored answer, or, of what makes a secret that
   * is never stored, another secret for it.
   */
  repeats?: "answer" | "secret";
  portions?: Portions<Given<T, Q, F, B> & P>;
  /** The events that the activity log may get, in the transaction of the change. */
  notes?: AuditEvent | readonly AuditEvent[];
  run(context: R extends Role ? Context : Stranger, given: Given<T, Q, F, B> & P): Promise<O>;
  /** How the API offers it. */
  api?: Described<O>;
}

/** Who acts in the dashboard, for what no token may do. */
export function acting({ person }: Context): Person {
  if (!person) throw new SessionEnded();
  return person;
}

/** A command of any kind, whose input the doors check by its own schemas. */
export interface AnyCommand {
  name: string;
  role: Needed;
  target?: z.ZodObject | undefined;
  query?: z.ZodObject | undefined;
  form?: z.ZodObject | undefined;
  body?(own: OwnAddress): z.ZodType | undefined;
  file?(query: URLSearchParams): boolean;
  deadlineMs?: number;
  prepare?(given: object): Promise<unknown>;
  repeats?: "answer" | "secret";
  portions?: Portions<object>;
  notes?: AuditEvent | readonly AuditEvent[];
  run(context: Context | Stranger, given: object): Promise<unknown>;
  api?: Described<unknown>;
}

export type Output<C> = C extends { run(...given: never): Promise<infer O> } ? O : never;

/** Gives `prepare` and `run` the types of what the schemas of the command let through. */
export function define<
  O,
  R extends Needed,
  T extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  F extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  P = unknown,
>(command: Command<R, T, Q, F, B, P, O>): Command<R, T, Q, F, B, P, O> {
  return command;
}
