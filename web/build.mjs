// Builds the pages into the Python package: program, style, licences of what is in them, and a digest of
// the sources, by which a test can tell whether the bundle is up to date without Node.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const out = "../src/nge/report/static";
const options = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "none" };
await build({ ...options, entryPoints: ["src/main.ts"], format: "iife", outfile: `${out}/page.js` });
await build({ ...options, entryPoints: ["src/style.css"], outfile: `${out}/page.css` });

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const licences = Object.entries(dependencies).map(
  ([name, version]) => `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`,
);
writeFileSync(`${out}/LICENSES.txt`, licences.join(`\n${"-".repeat(80)}\n\n`));

const digest = createHash("sha256");
for (const name of ["package-lock.json", ...readdirSync("src").sort().map((file) => `src/${file}`)]) {
  digest.update(name).update("\0").update(readFileSync(name)).update("\0");
}
writeFileSync(`${out}/SOURCES`, `${digest.digest("hex")}\n`);
