/** The mailbox in an address such as `mailto:mara@example.com`. */
export function mailboxOf(address: string): string {
  return address.slice("mailto:".length);
}

/** Where messages go, without what is secret in an address. */
export function placeOf(address: string): string {
  return address.startsWith("mailto:") ? mailboxOf(address) : new URL(address).host;
}
