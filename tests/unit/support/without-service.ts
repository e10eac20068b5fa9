import { run } from "@/lib/config/running";

// Files of one thread share the imported modules: none may rely on the service of another.
run(undefined);
