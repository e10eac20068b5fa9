/** Length makes a password strong (NIST SP 800-63B, 5.1.1). The upper bound keeps hashing cheap. */
export const passwordLength = { least: 12, most: 128 } as const;
