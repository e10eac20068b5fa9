import { browserName } from "../core/client-software";
import { say } from "../texts/say";
import { type Sentence, sentence } from "../texts/sentence";

/** Who did something, as the log keeps it: the name stays when the person or token is gone. */
export interface Actor {
  /** `owner:` or `token:` with an id, or one of those below. Null for a stranger. */
  id: string | null;
  name: string | null;
  /** Such as Firefox on Windows. */
  browser: string | null;
}

export interface Person extends Actor {
  ownerId: string;
}

/** Whom or what an event is about. */
export type Subject = Pick<Actor, "id" | "name">;

type RequestHeaders = Pick<Headers, "get">;

interface Owner {
  id: string;
  name: string;
  email: string;
}

/** `headers`: of the request. */
export function personOf(owner: Owner, headers: RequestHeaders): Person {
  return {
    ...aboutPerson(owner),
    ownerId: owner.id,
    browser: browserName(headers.get("user-agent")),
  };
}

export function aboutPerson({ id, name, email }: Owner): Subject {
  return { id: `owner:${id}`, name: `${name} (${email})` };
}

/** A script with the API token of this id; null for the server's own. */
export function tokenWith(
  { tokenId, name }: { tokenId: string | null; name: string },
  headers: RequestHeaders,
): Actor {
  const id = tokenId === null ? "API_TOKEN" : `token:${tokenId}`;
  return { id, name, browser: browserName(headers.get("user-agent")) };
}

/** Somebody who has not proved to be anybody. */
export function strangerWith(headers: RequestHeaders): Actor {
  return { id: null, name: null, browser: browserName(headers.get("user-agent")) };
}

/** Whoever may run commands on the server. */
export const commandLine: Actor = {
  id: "command-line",
  name: say("en", sentence("commandLine")),
  browser: null,
};

/** The settings that the server starts with. */
export const environment: Actor = {
  id: "environment",
  name: say("en", sentence("checkEnvironment")),
  browser: null,
};

/** What people read of a name in the log: that of a person or a token is theirs. */
export function actorName({ id, name }: Subject): Sentence {
  if (id === commandLine.id) return sentence("commandLine");
  return id === environment.id
    ? sentence("checkEnvironment")
    : sentence("asIs", { text: name ?? "" });
}
