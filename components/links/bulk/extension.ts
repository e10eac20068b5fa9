/** By how many days a press extends a link. */
export const extensionDays = 30;
