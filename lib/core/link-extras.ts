/** Limits of the fields that few links have. The dialog uses them too. */
export const longestPassword = 128;
export const longestDescription = 1_000;
export const longestImage = 2_048;
export const mostClicks = 2_147_483_647;
