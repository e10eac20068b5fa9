// A worker for tests of `Workers`: it answers at once, and ends as it is told.
process.on("SIGTERM", () => process.exit(0));
process.send({ ready: "http://localhost:1" });
