import { cache } from "react";
import { countLinks } from "@/lib/links/count-links";

/** The number of links, read once per page however many parts show it. */
export const getLinkCount = cache(() => countLinks());
