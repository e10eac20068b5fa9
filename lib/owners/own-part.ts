import { running } from "../config/running";

/** Cookies and secrets are read wherever somebody acts. */
export const ownPart = () => running().owners;
