/** Writes `src/operations.ts` and `src/records.ts` from the contracts of the server. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '../../docs/write-errors.ts'
import { snapshotOf, type Snapshot } from './contract/snapshot.ts'
import { operationsText, recordsText } from './contract/source-text.ts'

const folder = import.meta.dirname

/** What the sources of this checkout declare. */
export const currentSnapshot = async (): Promise<Snapshot> => {
  const { version } = JSON.parse(await readFile(join(folder, '../../package.json'), 'utf8')) as { version: string }
  return snapshotOf(version, await operations())
}

/** The generated files by their paths in this folder. */
export const generatedFiles = (snapshot: Snapshot): Readonly<Record<string, string>> => ({
  'src/operations.ts': operationsText(snapshot),
  'src/records.ts': recordsText(snapshot),
})

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedFiles(await currentSnapshot()))) {
    await writeFile(join(folder, path), text)
  }
}
