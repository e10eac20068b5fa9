/** Nothing that an owner could mend: a client left in the middle of a request, or sent what no page of ours sends. */
const patterns = [
  // Node's and React's words for a request that broke off.
  /^(?:[^\n]{0,20}\bError: )?(?:aborted|Connection closed\.|Unexpected end of form)$/m,
  /Failed to find Server Action|Invalid Server Actions request|from a forwarded Server Actions request/,
  // Better Auth's, at a wrong guess.
  /^(?:User not found|Invalid password)/,
];

/** Whether an error that a library reports in these words is a client's doing. */
export function isCausedByClient(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
