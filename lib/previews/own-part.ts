import { running } from "../config/running";

/** Visitors, owners and housekeeping share one queue. */
export const ownPart = () => running().previews;
