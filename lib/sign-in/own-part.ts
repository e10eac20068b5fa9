import { running } from "../config/running";

/** The pages and doors of single sign-on and passkeys share nothing else. */
export const ownPart = () => running().signIn;
