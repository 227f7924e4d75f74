import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { emptyHead } from '../../../platform/audit/chain.ts'
import { openExport } from '../../../platform/audit/export.ts'
import { checkpointOf } from '../../../platform/audit/note.ts'
import { currentOrigin } from '../../../platform/audit/origins.ts'
import { proveRow, type RowProof } from '../../../platform/audit/row-proof.ts'
import type { StoredRow } from '../../../platform/audit/row.ts'
import { growTree, leafHash } from '../../../platform/audit/tree.ts'
import { absent } from '../failure.ts'
import type { Session } from '../session.ts'
import { linesIn, unreadable } from './audit-verify.ts'

export interface ProveOptions {
  readonly position: string
  readonly out?: string
}

/** `atelier audit prove <file> --position <n>`: one row with what proves it, without the others. */
export const auditProve = async (session: Session, file: string, { position, out }: ProveOptions): Promise<void> => {
  const { output, cwd, signal } = session
  const found = await prove(resolve(cwd, file), Number(position), signal).catch((error: unknown) =>
    unreadable(file, error),
  )
  const text = JSON.stringify(found)
  if (out === undefined) output.print(text)
  else {
    await writeFile(resolve(cwd, out), `${text}\n`)
    output.print(`Row ${position} and its proof are in ${out}. Check it with: atelier audit verify ${out} --key <key>`)
  }
}

const prove = async (path: string, position: number, signal: AbortSignal): Promise<RowProof> => {
  const { head, items } = await openExport(linesIn(createReadStream(path, { encoding: 'utf8', signal })))
  const leaves: Buffer[] = []
  let [before, stored, note]: [Buffer, StoredRow | undefined, string | undefined] = [emptyHead, undefined, undefined]
  for await (const item of items) {
    if ('note' in item) {
      const checkpoint = checkpointOf(`${item.note.split('\n\n')[0]!}\n`)
      // Of the tree: those from before it was there prove no single row.
      if (checkpoint?.origin === currentOrigin(head.origin) && checkpoint.size >= position) {
        note = item.note
        if (checkpoint.size === leaves.length) break
      }
      continue
    }
    if (item.row.position === position) stored = item
    if (item.row.position < position) before = item.hash
    leaves.push(leafHash(item.hash))
  }
  const size = note === undefined ? 0 : checkpointOf(`${note.split('\n\n')[0]!}\n`)!.size
  if (!stored) throw absent('no_row', `The export has no row ${position}.`)
  if (note === undefined || size > leaves.length)
    throw absent('no_checkpoint', `No checkpoint in the export is of row ${position}. Export again in five minutes.`)
  const find = async (height: number, index: number) => {
    const tree = growTree()
    for (const leaf of leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)) tree.push(leaf)
    return tree.root()
  }
  return proveRow({ stored, before, find, size, note })
}
