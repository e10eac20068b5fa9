import { running } from "../config/running";

/** Statements are sent from everywhere. */
export const ownPart = () => running().database;
