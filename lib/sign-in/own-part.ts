import { running } from "../config/running";

/** Pages, routes and commands have only the provider in common. */
export const ownPart = () => running().signIn;
