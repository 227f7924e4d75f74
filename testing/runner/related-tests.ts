import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Every TypeScript file of the project by its path from the root, with its text. */
export type Files = ReadonlyMap<string, string>

// The whole product hangs on these: what reaches a test through them alone is no reason to run it.
const hub = /^(testing|bench|docs)\/|^apps\/server\//

/**
 * The tests that a change concerns: those that import a changed file, directly or through others, and those that lie
 * beside a file that does. The kit of the tests and `apps/server` pass nothing on unless they are changed themselves.
 */
export const relatedTests = (files: Files, changed: readonly string[]): string[] =>
  [...testDistances(files, changed).keys()].sort()

/** The same tests, each with the number of imports between it and the nearest changed file; a test beside a file has that file's. */
export const testDistances = (files: Files, changed: readonly string[]): Map<string, number> => {
  const importers = importersOf(files)
  const reached = new Map(changed.filter((path) => files.has(path)).map((path) => [path, 0]))
  // A map is read in the order of its entries, those that are added on the way included: the nearest come first.
  for (const [path, distance] of reached) {
    if (hub.test(path) && !changed.includes(path)) continue
    for (const importer of importers.get(path) ?? []) if (!reached.has(importer)) reached.set(importer, distance + 1)
  }
  const tests = new Map<string, number>()
  for (const [path, distance] of reached)
    for (const test of [path, path.replace(/\.ts$/, '.test.ts'), ...operationTests(files, path)])
      if (test.endsWith('.test.ts') && files.has(test) && !tests.has(test)) tests.set(test, distance)
  return tests
}

/** The tests of a domain's operations, if the file has handlers of them. */
const operationTests = (files: Files, path: string): string[] => {
  const domain = /^(domains\/[^/]+\/[^/]+)\/handlers(?:\.ts$|\/)/.exec(path)?.[1]
  return domain === undefined ? [] : [...files.keys()].filter((one) => one.startsWith(`${domain}/operations/`))
}

const importersOf = (files: Files) => {
  const importers = new Map<string, string[]>()
  for (const [path, text] of files) {
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) continue
      const imported = join(dirname(path), fileName)
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  return importers
}
