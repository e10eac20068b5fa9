import { SluglineError } from "@/lib/core/errors";

/** The expected refusal that `act` ends in; anything else fails the test. */
export async function refusalOf(act: () => unknown): Promise<SluglineError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof SluglineError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
