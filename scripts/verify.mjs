import { prepare } from "./checks.mjs";
import { finish, suiteOf } from "./run-suites.mjs";

await prepare();
await suiteOf("integration", "verify");
finish();
