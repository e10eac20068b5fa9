import { running } from "../config/running";

/** Any function may send a statement, so this part is found, not handed through all of them. */
export const ownPart = () => running().database;
