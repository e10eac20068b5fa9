import { SluglineError } from "@/lib/core/errors";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { attachment } from "@/lib/http/responses";
import { openShares } from "@/lib/shares/open-shares";
import { shareCsv } from "@/lib/shares/share-csv";
import { openShare } from "../open-share";

/** The figures of a share page as a file, if whoever made it allows that. */
function answer(
  _request: Request,
  { params }: RouteContext<"/dashboard/share/[token]/csv">,
): Promise<Response> {
  return openRoute(async () => {
    const opened = await openShare((await params).token);
    if (!opened?.isAdmitted || !opened.share.csv)
      throw new SluglineError("not_found", "There is no file at this address.");
    const figures = await openShares().read(opened.share, new Date());
    return attachment(shareCsv(figures), `figures-${figures.from}-${figures.to}`, "csv");
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
