import { verify } from "./checks.mjs";
import { finish } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

setup({ build: true, development: true });
verify("verify");
finish();
