// A worker for tests of `Workers`: it answers at once, or never if it is told to hang, and ends as
// it is told.
process.on("SIGTERM", () => process.exit(0));
if (process.env.HANGS) setInterval(() => {}, 60_000);
else process.send({ ready: "http://localhost:1" });
