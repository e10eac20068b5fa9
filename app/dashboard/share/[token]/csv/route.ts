import { SluglineError } from "@/lib/core/errors";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { attachment } from "@/lib/http/responses";
import { openShares } from "@/lib/shares/open-shares";
import { shareCsv } from "@/lib/shares/share-csv";
import { openShare } from "../open-share";

/** The statistics of a share page as a file, if whoever made it allows that. */
function answer(
  _request: Request,
  { params }: RouteContext<"/dashboard/share/[token]/csv">,
): Promise<Response> {
  return openRoute(async () => {
    const { token } = await params;
    const opened = await openShare(token);
    const mayRead = opened?.isAdmitted && opened.share.csv;
    const figures = mayRead ? await openShares().read(token, opened.share) : null;
    if (!figures) throw new SluglineError("not_found", "There is no file at this address.");
    return attachment(shareCsv(figures), `statistics-${figures.from}-${figures.to}`, "csv");
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
