import packageJson from "../../package.json" with { type: "json" };

export const version: string = packageJson.version;

/**
 * The commit that this was built from; "unknown" where the build did not know it. The build puts
 * the name in its place.
 */
export const commit: string = process.env.SLUGLINE_COMMIT || "unknown";

/** Both, as people read them. */
export const versionName = commit === "unknown" ? version : `${version} (commit ${commit})`;
