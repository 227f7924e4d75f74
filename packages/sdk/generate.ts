/** Writes `src/operations.ts` and `src/records.ts`, which git ignores, from the server's contracts: decisions/0218. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '../../docs/write-errors.ts'
import { snapshotOf, type Snapshot } from './contract/snapshot.ts'
import { operationsText, recordsText } from './contract/source-text.ts'

const folder = import.meta.dirname

/** The declarations in the sources of this checkout. */
export const currentSnapshot = async (): Promise<Snapshot> => {
  const { version } = JSON.parse(await readFile(join(folder, '../../package.json'), 'utf8')) as { version: string }
  return snapshotOf(version, await operations())
}

/** Writes what differs, each file at once: another program may be reading it. */
export const writeSources = async (): Promise<void> => {
  const snapshot = await currentSnapshot()
  const files = { 'operations.ts': operationsText(snapshot), 'records.ts': recordsText(snapshot) }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'src', name)
    if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
    const begun = `${path}.${process.pid}`
    await writeFile(begun, text)
    await rename(begun, path)
  }
}

if (import.meta.main) await writeSources()
