"use client";
import { createContext, use } from "react";
import type { CampaignRule } from "@/lib/core/campaign-rule";
import { type Domains, originFor } from "@/lib/core/domain-origin";
import type { HostPatterns } from "@/lib/core/hosts";
import type { NewLinkDefaults } from "@/lib/core/new-link-defaults";
import { shortUrlOf } from "@/lib/core/slug";
import type { Link } from "@/lib/links/link";

/** Settings of this instance that any dashboard component may need. */
export interface Instance {
  /** Scheme and host of the short links. */
  baseUrl: string;
  host: string;
  /** Further hosts at which links may be shared (DOMAINS). */
  domains: Domains;
  /** The hosts to which links may lead (DESTINATION_HOSTS), and whether the environment sets them. */
  hosts: HostPatterns;
  areHostsGiven: boolean;
  newLink: NewLinkDefaults;
  campaignRule: CampaignRule;
}

export const InstanceContext = createContext<Instance | null>(null);

export function useInstance(): Instance {
  const instance = use(InstanceContext);
  if (!instance) throw new Error("useInstance needs a DashboardProvider around it.");
  return instance;
}

type Shared = Pick<Link, "slug" | "domain">;

/** The address of a link that is copied and shared: at the host that it prefers, while DOMAINS lists it. */
export function useSharedUrl(): (link: Shared) => string {
  const { baseUrl, domains } = useInstance();
  return ({ slug, domain }) => shortUrlOf(slug, originFor(domain, baseUrl, domains));
}

/** The host at which a link is shared. */
export function useSharedHost({ domain }: Pick<Shared, "domain">): string {
  const { baseUrl, domains } = useInstance();
  return new URL(originFor(domain, baseUrl, domains)).host;
}
