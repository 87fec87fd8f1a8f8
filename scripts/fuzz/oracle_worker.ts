/** A thread in which MuJoCo answers questions about models; whoever asks may end it where it does not come back. */

import { HarnessError } from "../../harness/engine.ts";
import { oracleOf } from "../../harness/live.ts";
import { openMintmaster } from "../mintmaster.ts";
import type { Answer, Question } from "./guarded_oracle.ts";

const thread = self as unknown as {
  onmessage: (event: { data: Question }) => void;
  postMessage(answer: Answer | "ready"): void;
};

const oracle = oracleOf({ ...await openMintmaster(), seeds: 2 });

thread.onmessage = async ({ data: { recipe, files } }) => {
  try {
    if (recipe === null) {
      thread.postMessage({ refusal: await oracle.refusal(files) });
    } else {
      const { minted, arrays } = await oracle.mint(recipe, files);
      thread.postMessage({ minted, arrays });
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    thread.postMessage({ error: message, isPlain: error instanceof HarnessError });
  }
};
thread.postMessage("ready");
