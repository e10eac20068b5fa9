import * as commands from "@/lib/commands/exports";
import { download } from "../../../../command-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = download(commands.exportRedirects);
