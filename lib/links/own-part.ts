import { running } from "../config/running";

/** Whatever stores or shows a link needs it. */
export const ownPart = () => running().links;
