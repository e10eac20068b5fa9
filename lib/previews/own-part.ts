import { running } from "../config/running";

/** Visitors, owners and housekeeping read destinations: all share the queue, and wait for another. */
export const ownPart = () => running().previews;
