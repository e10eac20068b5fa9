import { finish, vitestSuite } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

/** Makes a release, installs its archives in folders that are no clone, and starts them. */
setup({ build: false, development: true });
await vitestSuite("faults", "release", ["release"]);
finish();
