import { afterCommit } from "../database/in-transaction";
import { ownPart } from "./own-part";

interface NewDestination {
  linkId: number;
  url: string;
}

export type Listener = (destination: NewDestination) => void;

/** Previews are a layer above links, so the service passes them in. */
export function announceDestination(destination: NewDestination): void {
  afterCommit(() => ownPart().onNewDestination(destination));
}
