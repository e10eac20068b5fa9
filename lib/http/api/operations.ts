import { apiCommands } from "../../commands/commands";
import { operationOf } from "../../commands/document";
import type { Operation } from "../../commands/operation";
import { serviceOperations } from "./service-operations";

/**
 * Every operation of the API, in the order of its documentation. A test compares them with the
 * routes.
 */
export function operations(baseUrl: string): Operation[] {
  const offered = apiCommands.map((command) => operationOf(command, baseUrl));
  return [...offered, ...serviceOperations];
}
