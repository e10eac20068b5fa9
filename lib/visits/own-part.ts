import { running } from "../config/running";

/** Whoever answers or records a visit needs it. */
export const ownPart = () => running().visits;

/** What owners set, as far as visitors notice it. */
export const visitSettings = () => ownPart().settings;

/** What TRUSTED_PROXIES says. */
export const proxyTrust = () => ownPart().proxyTrust;
