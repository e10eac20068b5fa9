import packageJson from "../../package.json" with { type: "json" };

/** Of the sources, as the build knows it: past a release another one (`scripts/project.mjs`). */
export const version: string = process.env.SLUGLINE_VERSION || packageJson.version;

/**
 * The commit that this was built from; "unknown" where the build did not know it. The build puts
 * the name in its place.
 */
export const commit: string = process.env.SLUGLINE_COMMIT || "unknown";

/** The GitHub repository that published this build, as `owner/name`; empty if none did. */
export const repository: string = process.env.SLUGLINE_REPOSITORY || "";

/** Version and commit, as people read them. */
export const versionName =
  commit === "unknown" || version.includes("+") ? version : `${version} (commit ${commit})`;
