import { isLoopback } from "../core/destination";
import { database } from "../database/client";

/** What a new installation still needs, by whether it is done. */
export interface NextSteps {
  domain: boolean;
  people: boolean;
  messages: boolean;
  data: boolean;
}

/** `baseUrl`: of the short links. */
export async function findNextSteps(baseUrl: string): Promise<NextSteps> {
  const { owner, receiver, linkImport } = database();
  const { hostname } = new URL(baseUrl);
  const [person, receivers, imports] = await Promise.all([
    owner.findFirst({ select: { id: true }, skip: 1 }),
    receiver.findFirst({ select: { id: true } }),
    linkImport.findFirst({ select: { id: true } }),
  ]);
  return {
    domain: !isLoopback(hostname.replace(/^\[|\]$/g, "")),
    people: person !== null,
    messages: receivers !== null,
    data: imports !== null,
  };
}
