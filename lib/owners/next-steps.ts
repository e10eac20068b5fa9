import { isIP } from "node:net";
import { isLoopback } from "../core/destination";
import { withoutBrackets } from "../core/hosts";
import { isPublicName } from "../core/registrable-domain";
import { database } from "../database/client";
import { isAnyImported } from "../links/editor";

/** What a new installation may need, by whether it is done. Null where it makes no sense. */
export interface NextSteps {
  domain: boolean | null;
  people: boolean;
  messages: boolean;
  data: boolean;
}

/** `baseUrl`: of the short links. */
export async function findNextSteps(baseUrl: string, now: Date): Promise<NextSteps> {
  const { owner, ownerInvite, receiver } = database();
  const [domain, person, invite, enabled, data] = await Promise.all([
    hasOwnDomain(new URL(baseUrl)),
    owner.findFirst({ select: { id: true }, skip: 1 }),
    ownerInvite.findFirst({ where: { expiresAt: { gt: now } }, select: { role: true } }),
    receiver.findFirst({ where: { enabled: true }, select: { id: true } }),
    isAnyImported(),
  ]);
  return { domain, people: (person ?? invite) !== null, messages: enabled !== null, data };
}

/** Whether something is left that everybody needs: many have nothing to import. */
export function isAnyLeft({ data: _, ...needed }: NextSteps): boolean {
  return Object.values(needed).includes(false);
}

/** Null for a name that only an own network knows, where HTTPS is nobody else's business. */
async function hasOwnDomain({ protocol, hostname }: URL): Promise<boolean | null> {
  const host = withoutBrackets(hostname);
  if (isLoopback(host) || isIP(host) !== 0) return false;
  if (protocol === "https:") return true;
  return (await isPublicName(host)) ? false : null;
}
