import { running } from "../config/running";

/** Reports learn from one to the next. */
export const ownPart = () => running().stats;
