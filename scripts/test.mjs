import { verify } from "./checks.mjs";
import { browserSuite, finish, vitestSuite } from "./run-suites.mjs";
import { setup } from "./setup.mjs";

setup({ build: true });
verify();
browserSuite("tests/e2e/playwright.config.ts");
vitestSuite("faults");
finish();
