/** What a browser keeps of how its viewer wants the dashboard. */

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";
export const shortcutsCookie = "shortcuts";
