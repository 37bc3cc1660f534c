// Turns JSON Schemas (schema/<name>.json, written by tools/gen_types.py) into TypeScript types (src/generated/<name>.ts).
// Both folders are made by `make setup` and kept out of git.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const schemas = new URL("../schema/", import.meta.url);
const generated = new URL("../src/generated/", import.meta.url);

const options = {
  additionalProperties: false,
  bannerComment: "// Made from the rules by `make setup`: do not edit. The source is the Python type of the same name.",
  style: { printWidth: 120 },
  unreachableDefinitions: true,
};

// Two things the compiler reads differently from the 2020 draft, in which the schemas are written.
// A tuple is `prefixItems` there, a list of `items` here; and a schema that allows everything is `unknown`, not an object.

const SAYS_NOTHING = new Set(["default", "description", "title"]);

function forCompiler(schema) {
  if (schema === null || typeof schema !== "object") return schema;
  if (Array.isArray(schema)) return schema.map(forCompiler);
  if (Object.keys(schema).every((name) => SAYS_NOTHING.has(name))) return { ...schema, tsType: "unknown" };
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, partForCompiler(name, part)]));
  if (!("prefixItems" in copy)) return copy;
  const { prefixItems, items, ...rest } = copy;
  return { ...rest, items: prefixItems, additionalItems: items ?? false };
}

function partForCompiler(name, part) {
  if (name === "properties" || name === "$defs") {
    return Object.fromEntries(Object.entries(part).map(([key, schema]) => [key, forCompiler(schema)]));
  }
  return ["default", "enum", "const", "discriminator"].includes(name) ? part : forCompiler(part);
}

/** A definition that only names another one is resolved away by the compiler; the client wants both names. */
function otherNames(schema) {
  return Object.entries(schema.$defs)
    .filter(([, definition]) => typeof definition.$ref === "string")
    .map(([name, definition]) => `export type ${name} = ${definition.$ref.split("/").at(-1)};\n`)
    .join("");
}

/** A Text is the client's own type, which says more of its arguments. */
function ownText(types) {
  return types.replace(/export interface Text \{[\s\S]*?\n\}\n/, 'import type { Text } from "../texts/text";\nexport type { Text };\n');
}

async function typesOf(schema) {
  const types = await compile(forCompiler(schema), schema.title, options);
  const tidy = types.replace(/( \*\n)? \* This interface was referenced by .*\n \* via the `definition` .*\n/g, "");
  return ownText(tidy.replace(/\/\*\*\n \*\/\n/g, "")) + otherNames(schema);
}

async function main() {
  const files = (await readdir(schemas)).filter((entry) => entry.endsWith(".json")).sort();
  if (files.length === 0) throw new Error("web/schema/ is empty: run `make setup`, which writes the schemas");
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated, { recursive: true });
  for (const file of files) {
    const name = file.replace(/\.json$/, "");
    const schema = JSON.parse(await readFile(new URL(file, schemas), "utf8"));
    await writeFile(new URL(`${name}.ts`, generated), await typesOf(schema));
  }
}

await main();
