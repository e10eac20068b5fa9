import { operation } from "@/lib/http/api/api-route";

/** Every other path under /api, where nothing is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = operation();
