/** `deno task schemas`: writes the JSON Schemas of what the harness reads and writes, from the checks that it makes. */

import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { MESSAGES } from "../harness/engines/messages.ts";
import { CaseSchema } from "../harness/golden/golden.ts";
import { ReportSchema } from "../harness/report/json.ts";

const FOLDER = new URL("../harness/schemas/", import.meta.url);

/** The checks, by file, each with its title. */
const SCHEMAS: Readonly<Record<string, readonly [title: string, schema: v.GenericSchema]>> = {
  "protocol_request.json": ["A request to an engine", MESSAGES.request],
  "protocol_hello.json": ["An engine's answer to hello", MESSAGES.hello],
  "protocol_case.json": ["An engine's answer to a case", MESSAGES.case],
  "case.json": ["The recipe of a golden, and what MuJoCo's results are stored as", CaseSchema],
  "report.json": ["A report, as written by deno task conform --format json", ReportSchema],
};

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

/** The text of every schema, by path. */
export function schemas(): Map<string, string> {
  return new Map(
    Object.entries(SCHEMAS).map(([name, [title, schema]]) => {
      // a number that is spelled as text is converted when it is read; what is read is what the schema describes
      const json = toJsonSchema(schema, { typeMode: "input", target: "draft-2020-12", errorMode: "ignore" });
      return [new URL(name, FOLDER).pathname, `${JSON.stringify({ $schema: DRAFT, title, ...json }, null, 2)}\n`];
    }),
  );
}

if (import.meta.main) {
  Deno.mkdirSync(FOLDER, { recursive: true });
  for (const [path, text] of schemas()) Deno.writeTextFileSync(path, text);
}
