import { exportRedirects } from "@/lib/commands/exports";
import { deleteLink, getLink, updateLink } from "@/lib/commands/links";
import { operation } from "@/lib/http/api/api-route";

/** A link may have the slug `redirects`. */
const ofLink = operation(getLink, updateLink, deleteLink);
const redirects = operation(exportRedirects);
const read = ({ url }: Request) => (new URL(url).searchParams.has("format") ? redirects : ofLink);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = ofLink;
export const GET = (request: Request) => read(request).GET(request);
export const HEAD = (request: Request) => read(request).HEAD(request);
