import { findCreators } from "../../links/editor";
import type { BrowseQuery } from "./browse-links";

/** The query of the links page with what its `createdBy` stands for: the links of this owner. */
export async function chosenLinks(
  query: BrowseQuery,
  ownerId: string,
): Promise<BrowseQuery & { creators: string[] | undefined }> {
  return { ...query, creators: await findCreators(query.createdBy, `owner:${ownerId}`) };
}
