import { verify } from "./checks.mjs";
import { browserSuite, finish } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

setup({ build: true });
verify();
browserSuite("tests/e2e/playwright.config.ts");
finish();
