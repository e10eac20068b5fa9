import type { Messages } from "./generated/messages";

/** The areas of sentences. */
type Sentences = Messages["english"] & Messages["details"] & Messages["problems"];
export type SentenceId = keyof Sentences;

type Placeholder<Text> = Text extends `${string}{${infer Given}}${infer Rest}`
  ? NameOf<Given> | Placeholder<Rest>
  : never;

/** Of `{count, plural, one {# link} ...}` the count, and nothing of its forms. */
type NameOf<Given> = Given extends `#${string}`
  ? never
  : Given extends `${infer Name},${string}`
    ? Name
    : Given;

/** A time from now, such as `in 15 minutes`; before it if negative, `3 days ago`. */
export interface FromNow {
  readonly fromNow: number;
  readonly unit: "second" | "minute" | "hour" | "day" | "month" | "year";
}

/** A number of a unit, such as `5 MB`. */
export interface Amount {
  readonly amount: number;
  readonly unit: "second" | "minute" | "kilobyte" | "megabyte" | "percent";
}

/**
 * Words of a person or a program, which stay as they are, a sentence, or what each language says in
 * its own way: numbers, times and lists of names.
 */
export type Value = string | number | readonly string[] | FromNow | Amount | Sentence;

/** What the placeholders of a text stand for: nothing for a text without any. */
export type Values<Id extends SentenceId> = [Placeholder<Sentences[Id]>] extends [never]
  ? []
  : [values: { readonly [Name in Placeholder<Sentences[Id]>]: Value }];

/**
 * A sentence of the catalogue that is not said yet, because only who shows it knows the language.
 * Plain JSON: threads and the database pass it on.
 */
export interface Sentence {
  readonly id: SentenceId;
  readonly values?: Readonly<Record<string, Value>> | undefined;
}

export function sentence<Id extends SentenceId>(id: Id, ...[values]: Values<Id>): Sentence {
  return { id, ...(values && { values }) };
}

/** Several as one. `id`: how a text is followed by the next one. */
export function inTurn(
  [head = sentence("nothing"), ...rest]: readonly Sentence[],
  id: "thenDetail" | "thenProblem" | "thenSentence",
): Sentence {
  return rest.reduce<Sentence>((first, next) => ({ id, values: { first, next } }), head);
}

/** A sentence as text: for the messages of a schema, and for columns of the database. */
export function asText(sentence: Sentence): string {
  return JSON.stringify(sentence);
}

export function says<Id extends SentenceId>(id: Id, ...values: Values<Id>): string {
  return asText(sentence(id, ...values));
}

/** What is no such text is English, which versions before stored. */
export function readSentence(text: string): Sentence {
  return text.startsWith('{"id":"') ? JSON.parse(text) : sentence("asIs", { text });
}

/** The same for a nullable column. */
export function readStored(text: string | null | undefined): Sentence | null {
  return text ? readSentence(text) : null;
}
