import type { Messages } from "./generated/messages";

/** The areas of sentences. Their placeholders are plain, so that saying one needs no parser. */
type Sentences = Messages["english"] & Messages["details"] & Messages["problems"];
export type SentenceId = keyof Sentences;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Words of a person or a program, which stay as they are, or a sentence. */
type Value = string | number | Sentence;

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
