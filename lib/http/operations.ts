import { linkCommands, otherCommands } from "../commands/commands";
import { operationOf } from "../commands/document";
import type { Operation } from "../commands/operation";
import { serviceOperations } from "./service-operations";
import { transferOperations } from "./transfer-operations";

/**
 * Every operation of the API, in the order of its documentation. A test compares them with the
 * routes.
 */
export function operations(baseUrl: string): Operation[] {
  const described = (commands: typeof linkCommands) =>
    commands.map((command) => operationOf(command, baseUrl));
  return [
    ...described(linkCommands),
    ...transferOperations,
    ...described(otherCommands),
    ...serviceOperations,
  ];
}
