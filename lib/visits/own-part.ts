import { running } from "../config/running";

/** Whoever answers or records a visit needs it. */
export const ownPart = () => running().visits;

/** What TRUSTED_PROXIES says. */
export const proxyTrust = () => ownPart().proxyTrust;
