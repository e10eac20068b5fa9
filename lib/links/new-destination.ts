import { ProcessWide } from "../config/process-wide";

/** A link and the destination that it has just got. */
export interface NewDestination {
  linkId: number;
  url: string;
}

type Listener = (destination: NewDestination) => void;

const listener = new ProcessWide<Listener>("new-destination-listener", () => () => {});

/** Previews are a layer above links: the service ties the two together once, at its start. */
export function onNewDestination(listen: Listener): void {
  listener.set(listen);
}

export function announceDestination(destination: NewDestination): void {
  listener.get()(destination);
}
