import { clicksFile } from "../../clicks-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = clicksFile(
  "/api/links/[slug]/clicks.json",
  "json",
);
