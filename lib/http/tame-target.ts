/**
 * A request target as Next can take it. Next answers 500 to a path that cannot be percent-decoded and a permanent
 * redirect to repeated slashes and backslashes; read literally instead, they are paths that lead nowhere.
 */
export function tameTarget(requested: string): string {
  const target = requested.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  const literal = isDecodable(path) ? path : path.replaceAll("%", "%25");
  const tame = literal.replace(/(?<=\/)\/|\\/g, (character) => encodeURIComponent(character));
  return tame + target.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
