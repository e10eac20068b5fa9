import { running } from "../config/running";

/** Every door has passwords to guess, and to hash. */
export const ownPart = () => running().limits;
