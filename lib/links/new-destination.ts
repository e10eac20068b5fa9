import { PerService } from "../config/per-service";
import { afterCommit } from "../database/in-transaction";

interface NewDestination {
  linkId: number;
  url: string;
}

type Listener = (destination: NewDestination) => void;

const listener = new PerService<Listener>("new-destination-listener", () => () => {});

/** Previews are a layer above links, so they subscribe here at startup instead of being imported. */
export function onNewDestination(listen: Listener): void {
  listener.set(listen);
}

export function announceDestination(destination: NewDestination): void {
  afterCommit(() => listener.get()(destination));
}
