import type { Target } from "@/lib/visits/find-targets";

/** The columns that few links use, as they are in the row of a plain link. */
export const plainColumns = {
  maxClicks: null,
  startsAt: null,
  expiredUrl: null,
  ios: null,
  android: null,
  geo: null,
  languages: null,
  schedule: null,
  domain: null,
  passwordHash: null,
  forwardQuery: false,
  forwardUtm: false,
  description: null,
  image: null,
};

/** What the target of a plain link has beside its own fields. */
export const noExtras: Omit<
  Target,
  "linkId" | "slug" | "url" | "title" | "enabled" | "expiresAt" | "createdAt"
> = {
  ...plainColumns,
  hasPassword: false,
  isPlain: true,
  isUsedUp: false,
};
