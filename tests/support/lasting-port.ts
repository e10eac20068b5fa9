import getPort, { portNumbers } from "get-port";

/**
 * A free port that no outgoing connection of this machine takes meanwhile, for a server that
 * restarts on it.
 */
export async function lastingPort(): Promise<number> {
  const from = 20_000 + Math.floor(Math.random() * 10_000);
  return getPort({ host: "127.0.0.1", port: portNumbers(from, from + 100) });
}
