import { running } from "../config/running";

/** Whoever stores or reads a link gets its short URL, and its previews: too many to hand it to. */
export const ownPart = () => running().links;
