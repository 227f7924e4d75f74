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
export const relatedTests = (files: Files, changed: readonly string[]): string[] => {
  const importers = importersOf(files)
  const reached = new Set(changed.filter((path) => files.has(path)))
  for (const path of reached) {
    if (hub.test(path) && !changed.includes(path)) continue
    for (const importer of importers.get(path) ?? []) reached.add(importer)
  }
  const beside = [...reached].map((path) => path.replace(/\.ts$/, '.test.ts'))
  return [...new Set([...reached, ...beside])].filter((path) => path.endsWith('.test.ts') && files.has(path)).sort()
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
