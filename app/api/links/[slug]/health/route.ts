import * as commands from "@/lib/commands/visitors";
import { operation } from "@/lib/http/api/api-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = operation(
  commands.getLinkHealth,
  commands.keepDestinationHost,
);
