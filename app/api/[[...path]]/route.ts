import { operation } from "@/lib/http/api/api-route";
import { otherDoor } from "@/lib/http/doors/other-doors";

/** Every other path under /api: that of another API, or one where nothing is. */
const nowhere = operation();

async function answer(request: Request): Promise<Response> {
  const door = await otherDoor(request);
  return door ? door(request) : nowhere[request.method as keyof typeof nowhere](request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
