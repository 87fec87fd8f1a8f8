// deno-lint-ignore-file no-console
/**
 * `deno task fields`: generates engine/types/interfaces.ts and docs/fields.md from the field tables of the engine, so
 * that editors and the documentation show the comment above each row, engine/spec/interfaces.ts from the declarations
 * of attributes, engine/wasm/assembled.ts from the kernels, and docs/functions.md from what mod.ts exports.
 */

import { Command } from "@commander-js/extra-typings";
import { type Field, readMembers, readTables, type Table } from "./field_tables.ts";
import * as plumbline from "../mod.ts";
import { functionsPage, functionTable } from "./functions/function_table.ts";
import { format } from "./format.ts";
import { specInterfaces } from "./spec_interfaces.ts";
import { runCommand } from "./run_command.ts";
import { assembledFile } from "./wat/assembled.ts";

const ROOT = new URL("../", import.meta.url);

/** A doc comment, indented by `indent` spaces. */
function docComment(paragraphs: readonly string[], indent: number): string {
  const margin = " ".repeat(indent);
  const single = `${margin}/** ${paragraphs[0]} */`;
  if (paragraphs.length === 1 && single.length <= 120) return single;
  const width = 120 - indent - 3;
  const lines = paragraphs.flatMap((text, i) => i === 0 ? wrap(text, width) : ["", ...wrap(text, width)]);
  return [`${margin}/**`, ...lines.map((line) => `${margin} * ${line}`.trimEnd()), `${margin} */`].join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1];
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Shape and stage, as the second paragraph of a comment. */
function facts({ shape, stage }: Field): string[] {
  const parts = [shape === "" ? "" : `Shape: \`${shape}\`.`, stage === "" ? "" : `Stage: ${stage}.`];
  const text = parts.filter((part) => part !== "").join(" ");
  return text === "" ? [] : [text];
}

function interfaces(tables: readonly Table[]): string {
  const blocks = tables.map(({ name, summary, groups }) => {
    const properties = groups.flatMap(({ fields }) => fields).map((field) =>
      `${docComment([field.description, ...facts(field)], 2)}\n  ${field.name}: ${field.type};`
    );
    return `/** ${summary} */\nexport interface ${name} {\n${properties.join("\n")}\n}`;
  });
  const header = "/** What models and data hold: written by `deno task fields` from the field tables, not by hand. */";
  return `${header}\n\n${blocks.join("\n\n")}\n`;
}

function markdown(tables: readonly Table[]): string {
  const sections = tables.map(({ name, summary, groups }) => {
    const tablesOfGroups = groups.map(({ title, fields }) => {
      const heading = title === "" ? "" : `### ${title[0].toUpperCase()}${title.slice(1)}\n\n`;
      return heading + fieldTable(fields);
    });
    return `## ${name}\n\n${summary}\n\n${tablesOfGroups.join("\n\n")}`;
  });
  return `<!-- written by \`deno task fields\`, not by hand -->

# Fields

What \`Model\` and \`Data\` hold, under MuJoCo's names. Arrays are flat: element \`j\` of row \`i\` of a field with \`n\`
columns is at \`n * i + j\`. An id is the row of an object among those of its kind; addresses point into the field or
kind that the description names. The reference configuration is \`model.qpos0\`. The stage is the part of the pipeline
that writes a field of the data.

${sections.join("\n\n")}
`;
}

function fieldTable(fields: readonly Field[]): string {
  const columns: (keyof Field)[] = ["name"];
  if (fields.some(({ type }) => type !== "number")) columns.push("type");
  if (fields.some(({ shape }) => shape !== "")) columns.push("shape");
  if (fields.some(({ stage }) => stage !== "")) columns.push("stage");
  columns.push("description");
  const cells = (field: Field) => columns.map((key) => key === "name" ? `\`${field.name}\`` : field[key]);
  const rows = [columns, columns.map(() => "---"), ...fields.map(cells)];
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

async function main(): Promise<number> {
  const { check } = new Command("deno task fields")
    .description(
      "Writes engine/types/interfaces.ts and docs/fields.md from the field tables of the engine, engine/wasm/assembled.ts, " +
        "and docs/functions.md.",
    )
    .option("--check", "write nothing; fail if a file is out of date")
    .exitOverride().parse(Deno.args, { from: "user" }).opts();

  const tables = readTables();
  const documented = [...tables, readMembers("data.ts", "DataOthers", "Other members of the data.")];
  const fields = new Map(
    tables.flatMap(({ groups }) => groups.flatMap((group) => group.fields)).map((it) => [it.name, it]),
  );
  const describe = (field: string) => fields.get(field)?.description.replace(/: a value of `\w+`/, "");
  const files = [
    ["engine/types/interfaces.ts", await format(interfaces(tables), "ts", "engine/types/interfaces.ts")],
    ["engine/spec/interfaces.ts", await format(specInterfaces(describe), "ts", "engine/spec/interfaces.ts")],
    ["engine/wasm/assembled.ts", await format(await assembledFile(), "ts", "engine/wasm/assembled.ts")],
    ["docs/functions.md", await format(functionsPage(functionTable(plumbline)), "md", "docs/functions.md")],
    ["docs/fields.md", await format(markdown(documented), "md", "docs/fields.md")],
  ];
  let stale = 0;
  for (const [name, text] of files) {
    const path = new URL(name, ROOT);
    if (!check) {
      await Deno.writeTextFile(path, text);
    } else if (await Deno.readTextFile(path) !== text) {
      console.error(`${name} is out of date, run: deno task fields`);
      stale++;
    }
  }
  return stale > 0 ? 1 : 0;
}

await runCommand(main);
