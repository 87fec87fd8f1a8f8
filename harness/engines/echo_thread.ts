/** A thread that sends back what it is sent, until it is told to end. */

import process from "node:process";
import { ownPort } from "../../engine/thread/thread.ts";

const port = ownPort<unknown, unknown>();
port.listen((order) => {
  if (order === "end") process.exit(3);
  port.answer({ order }, []);
});
