import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CopiedFolderError,
  InstanceRunningError,
  lockInstance,
} from "@/lib/database/instance-lock";
import { temporaryFolder } from "../support/temporary-folder";

const fileOf = (folder: string) => join(folder, "server.json");
const holderOf = (folder: string) =>
  JSON.parse(readFileSync(fileOf(folder), "utf8")) as { pid: number };

function refusal(folder: string): string {
  try {
    lockInstance(folder);
  } catch (error) {
    if (error instanceof InstanceRunningError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("lockInstance", () => {
  it("locks a free folder, also one that does not exist yet", () => {
    const folder = join(temporaryFolder(), "a", "b");
    lockInstance(folder);
    expect(holderOf(folder).pid).toBe(process.pid);
    expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  });

  it("refuses a folder with a running server, and says which process and what to do", () => {
    const folder = temporaryFolder();
    const lock = lockInstance(folder);
    expect(refusal(folder)).toContain(`process ${process.pid}, still starting`);
    lock.announce("http://localhost:3111");
    expect(refusal(folder)).toContain(`process ${process.pid}, http://localhost:3111`);
    expect(refusal(folder)).toContain("DATA_DIR");
    expect(holderOf(folder).pid).toBe(process.pid);
  });

  it("says of a copied folder which one it was copied from, and what to do", () => {
    const [original, copy] = [temporaryFolder(), temporaryFolder()];
    const lock = lockInstance(original);
    lock.announce("http://localhost:3111");
    copyFileSync(fileOf(original), fileOf(copy));
    expect(() => lockInstance(copy)).toThrow(CopiedFolderError);
    expect(() => lockInstance(copy)).toThrow(
      `is a copy of ${realpathSync(original)}, made while Slugline was running there (process ${process.pid}, http://localhost:3111)`,
    );
    rmSync(fileOf(copy));
    expect(() => lockInstance(copy)).not.toThrow();
    lock.release();
  });

  it("knows a folder that was moved, or has another path", () => {
    const folder = temporaryFolder();
    const lock = lockInstance(folder);
    symlinkSync(folder, `${folder}-link`);
    expect(refusal(`${folder}-link`)).toContain("already running from this folder");
    rmSync(`${folder}-link`);
    renameSync(folder, `${folder}-moved`);
    expect(refusal(`${folder}-moved`)).toContain("already running from this folder");
    renameSync(`${folder}-moved`, folder);
    lock.release();
  });

  it("releases the folder", () => {
    const folder = temporaryFolder();
    lockInstance(folder).release();
    expect(existsSync(fileOf(folder))).toBe(false);
    expect(() => lockInstance(folder)).not.toThrow();
  });

  it("can be released twice", () => {
    const lock = lockInstance(temporaryFolder());
    lock.release();
    expect(() => lock.release()).not.toThrow();
  });

  it("replaces the file of a process that is gone", () => {
    const folder = temporaryFolder();
    const { pid } = spawnSync("true");
    writeFileSync(
      fileOf(folder),
      JSON.stringify({ pid, process: `${pid}-1`, address: "http://localhost:3000" }),
    );
    lockInstance(folder);
    expect(holderOf(folder).pid).toBe(process.pid);
  });

  it.runIf(existsSync("/proc/self/stat"))("replaces the file of a zombie process", () => {
    const folder = temporaryFolder();
    // The inner sleep's parent becomes a sleep itself, which never collects a child.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    return new Promise<void>((resolve, reject) => {
      parent.stdout.once("data", (chunk) => {
        const pid = Number(chunk);
        const startTicks = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[21];
        writeFileSync(
          fileOf(folder),
          JSON.stringify({ pid, process: `${pid}-${startTicks}`, address: null }),
        );
        try {
          expect(refusal(folder)).toContain(`process ${pid}`);
          // The shell itself would collect it.
          while (readFileSync(`/proc/${parent.pid}/comm`, "utf8").trim() !== "sleep");
          process.kill(pid, "SIGKILL");
          while (readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] !== "Z");
          lockInstance(folder);
          expect(holderOf(folder).pid).toBe(process.pid);
          resolve();
        } catch (error) {
          reject(error);
        } finally {
          parent.kill("SIGKILL");
        }
      });
    });
  });

  it.runIf(existsSync("/proc/self/stat"))(
    "replaces the file of a process whose pid was reused",
    () => {
      const folder = temporaryFolder();
      writeFileSync(
        fileOf(folder),
        JSON.stringify({ pid: process.ppid, process: `${process.ppid}-1`, address: null }),
      );
      lockInstance(folder);
      expect(holderOf(folder).pid).toBe(process.pid);
    },
  );

  it.each(["", "{", "null", "5", "{}", '{"pid":"x"}'])(
    "replaces an unreadable file: %j",
    (content) => {
      const folder = temporaryFolder();
      writeFileSync(fileOf(folder), content);
      lockInstance(folder);
      expect(holderOf(folder).pid).toBe(process.pid);
    },
  );

  it("allows servers in different folders", () => {
    lockInstance(temporaryFolder());
    expect(() => lockInstance(temporaryFolder())).not.toThrow();
  });
});
