"use client";
import { use } from "react";
import { useTexts } from "#texts";
import { TriangleAlert } from "@/components/ui/icons";
import { hostOfAddress, isAllowedHost } from "@/lib/core/hosts";
import { useDashboardActions } from "../layout/dashboard-actions";
import { useInstance } from "../layout/instance";
import { RoleContext } from "../layout/role";
import { Button } from "../ui/button";
import { showToast } from "../ui/toast";
import { useAction } from "../ui/use-action";

/** The hosts of these addresses that DESTINATION_HOSTS does not list. An owner may add each. */
export function OutsideHosts({ addresses }: { addresses: readonly string[] }) {
  const t = useTexts("form.hosts");
  const { hosts, areHostsGiven } = useInstance();
  const isOwner = use(RoleContext) === "owner";
  const { allowHost } = useDashboardActions();
  const { pending, run } = useAction();
  const named = addresses.map(hostOfAddress).filter((host) => host !== null);
  const outside = [...new Set(named)].filter((host) => !isAllowedHost(host, hosts));
  return outside.map((host) => (
    <p
      key={host}
      role="status"
      className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-small [overflow-wrap:anywhere]"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-bots" />
      <span className="min-w-0">
        {t("notAllowed", { host })} {!isOwner && t("askOwner")}
      </span>
      {isOwner && !areHostsGiven && (
        <Button
          size="small"
          disabled={pending}
          onClick={() =>
            run(
              () => allowHost(host),
              () => showToast(t("allowed", { host })),
            )
          }
        >
          {t("allow")}
        </Button>
      )}
    </p>
  ));
}
