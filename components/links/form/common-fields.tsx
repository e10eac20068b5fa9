"use client";

import { useInstance } from "../../layout/instance";
import { ExpiryField } from "./expiry-field";
import type { FoldedField } from "./folded-fields";
import { HostField } from "./host-field";
import { TagsInput } from "./tags-input";

interface CommonDraft {
  expires: string;
  tags: string[];
  /** Typed, but not added yet. */
  tag: string;
  domain: string;
}

/** The fields that one link and several have, each behind a chip. */
export function useCommonFields(
  { expires, tags, tag, domain }: CommonDraft,
  set: (changes: Partial<CommonDraft>) => void,
  problemOf: (path: string) => string | undefined = () => undefined,
): { first: FoldedField[]; host: FoldedField[] } {
  const { domains } = useInstance();
  const field = (path: string) => ({
    error: problemOf(path),
    isWrong: problemOf(path) !== undefined,
  });
  const [ofExpiry, ofTags, ofHost] = [field("expiresAt"), field("tags"), field("domain")];
  return {
    first: [
      {
        name: "expiry",
        isSet: expires !== "",
        isWrong: ofExpiry.isWrong,
        content: (
          <ExpiryField
            value={expires}
            error={ofExpiry.error}
            onChange={(next) => set({ expires: next })}
          />
        ),
      },
      {
        name: "tags",
        isSet: tags.length > 0 || tag !== "",
        isWrong: ofTags.isWrong,
        content: (
          <TagsInput
            tags={tags}
            typed={tag}
            error={ofTags.error}
            onChange={(chosen, typed) => set({ tags: chosen, tag: typed })}
          />
        ),
      },
    ],
    host:
      domains.size > 0 || domain !== ""
        ? [
            {
              name: "host",
              isSet: domain !== "",
              isWrong: ofHost.isWrong,
              content: (
                <HostField
                  value={domain}
                  error={ofHost.error}
                  onChange={(chosen) => set({ domain: chosen })}
                />
              ),
            },
          ]
        : [],
  };
}
