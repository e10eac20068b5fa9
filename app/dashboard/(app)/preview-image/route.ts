import * as commands from "@/lib/commands/questions";
import { ownImage } from "@/lib/http/own-image";
import { route } from "../../command-route";

/** The middleware leaves its headers alone. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  commands.getPreviewImage,
  (image) => ownImage(image, 3_600),
);
