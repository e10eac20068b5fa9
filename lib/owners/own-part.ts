import { running } from "../config/running";

/** Cookies, secrets and sessions are read wherever somebody acts: too many to hand them to. */
export const ownPart = () => running().owners;
