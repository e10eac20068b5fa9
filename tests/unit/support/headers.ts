/** A request's headers as the visit way asks for them: by lower-case name, null when absent. */
export function headersOf(headers: Record<string, string>): (name: string) => string | null {
  return (name) => headers[name] ?? null;
}
