import { type Person, personOf } from "@/lib/audit/record-event";

/** Somebody with this id, for tests that call lib directly. */
export function person(id = "nobody"): Person {
  return personOf({ id, name: "Test", email: "test@example.com" }, new Headers());
}
