/** A zero-width character that no address has. */
const wordJoiner = "\u2060";

/** A host as a name: chats and mail programs make no address of it. */
export const asName = (host: string) => host.replaceAll(".", `.${wordJoiner}`);
