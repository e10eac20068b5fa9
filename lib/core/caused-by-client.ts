/**
 * Errors that no owner can fix: the client aborted the request, or sent something that no page of
 * this service sends.
 */
const patterns = [
  // Node's and React's messages for an aborted request.
  /^(?:[^\n]{0,20}\bError: )?(?:aborted|Connection closed\.|Unexpected end of form)$/m,
  /Failed to find Server Action|Invalid Server Actions request|from a forwarded Server Actions request/,
  // Better Auth's messages for wrong credentials.
  /^(?:User not found|Invalid password)/,
];

export function isCausedByClient(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
