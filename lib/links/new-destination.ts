import { running } from "../config/running";
import { afterCommit } from "../database/in-transaction";

interface NewDestination {
  linkId: number;
  url: string;
}

export type Listener = (destination: NewDestination) => void;

/** Previews are a layer above links, so the service passes them in. */
export function announceDestination(destination: NewDestination): void {
  afterCommit(() => running().links.onNewDestination(destination));
}
