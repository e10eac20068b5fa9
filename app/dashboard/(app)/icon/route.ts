import * as commands from "@/lib/commands/questions";
import { ownImage } from "@/lib/http/own-image";
import { route } from "../../command-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  commands.getIcon,
  ({ icon, isCurrent }) => ownImage(icon, isCurrent ? 7 * 86_400 : 0),
);
