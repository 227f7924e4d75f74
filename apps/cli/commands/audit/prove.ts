import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { atelier } from '../../program/command.ts'
import { emptyHead } from '../../../../platform/audit/chain.ts'
import { proveGrowth, type ConsistencyProof } from '../../../../platform/audit/consistency-proof.ts'
import { openExport } from '../../../../platform/audit/export.ts'
import { currentOrigin, unsignedCheckpointOf } from '../../../../platform/audit/note.ts'
import { proveRow, type RowProof } from '../../../../platform/audit/row-proof.ts'
import type { StoredRow } from '../../../../platform/audit/row.ts'
import { growTree, leafHash, type FindSubtree } from '../../../../platform/audit/tree.ts'
import { absent, failed, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { linesIn, readSmall, unreadable } from './verify.ts'

interface ProveOptions {
  readonly position?: string
  readonly checkpoint?: string
  readonly out?: string
}

/** `atelier audit prove <file>`: writes the proof of a row, or of the growth since a checkpoint. */
export const auditProve = async (session: Session, file: string, options: ProveOptions): Promise<void> => {
  const { output, cwd, signal } = session
  const { position, checkpoint, out } = options
  if ((position === undefined) === (checkpoint === undefined))
    throw usage('Say what to prove: one row with --position <number>, or the growth since --checkpoint <file>.')
  const earlier = checkpoint === undefined ? undefined : await readSmall(cwd, checkpoint)
  const path = resolve(cwd, file)
  const proof = await (
    earlier === undefined ? proveRowOf(path, Number(position), signal) : proveGrowthSince(path, earlier, signal)
  ).catch((error: unknown) => unreadable(file, error))
  const text = JSON.stringify(proof)
  if (out === undefined) {
    output.show(proof, text)
    return
  }
  await writeFile(resolve(cwd, out), `${text}\n`)
  output.document({ file: out })
  const content = earlier === undefined ? `Row ${position} and its proof are` : 'The proof is'
  const option = earlier === undefined ? '' : ` --checkpoint ${checkpoint}`
  output.print(`${content} in ${out}. Check it with: ${atelier} audit verify ${out} --key <key>${option}`)
}

const proveRowOf = async (path: string, position: number, signal: AbortSignal): Promise<RowProof> => {
  const around: { before: Buffer; stored?: StoredRow } = { before: emptyHead }
  const { leaves, note, size } = await readLeaves(path, position, signal, (item) => {
    if (item.row.position === position) around.stored = item
    if (item.row.position < position) around.before = item.hash
  })
  const { before, stored } = around
  if (!stored) throw absent('no_row', `The export has no row ${position}.`)
  if (note === undefined)
    throw absent('no_checkpoint', `No checkpoint in the export is of row ${position}. Export again in five minutes.`)
  return proveRow({ stored, before, find: findIn(leaves), size, note })
}

const proveGrowthSince = async (path: string, earlier: string, signal: AbortSignal): Promise<ConsistencyProof> => {
  const from = unsignedCheckpointOf(earlier)
  if (!from) throw usage(`The file with the checkpoint has none. ${atelier} audit checkpoint prints one.`)
  const { leaves, note, origin } = await readLeaves(path, Infinity, signal)
  if (from.origin !== origin)
    throw failed('another_log', `The export is of ${origin}, and the checkpoint of ${from.origin}.`)
  if (note === undefined || unsignedCheckpointOf(note)!.size < from.size)
    throw absent(
      'no_checkpoint',
      `The export has no checkpoint of ${from.size} rows or more. Export again in five minutes.`,
    )
  if (!treeOf(leaves.slice(0, from.size)).root().equals(from.root))
    throw failed('audit_broken', `The first ${from.size} rows of the export are not those of the checkpoint.`, {
      broken: { position: from.size, reason: 'checkpoint_differs' },
    })
  return proveGrowth(earlier, note, findIn(leaves))
}

/**
 * The leaves of an export up to its first checkpoint of `upTo` rows or more, with that checkpoint; all leaves, without
 * a checkpoint, if none is as large. With `Infinity`: all leaves, and the last checkpoint.
 */
const readLeaves = async (
  path: string,
  upTo: number,
  signal: AbortSignal,
  onRow: (item: StoredRow) => void = () => undefined,
) => {
  const { head, items } = await openExport(linesIn(createReadStream(path, { encoding: 'utf8', signal })))
  const origin = currentOrigin(head.origin)
  const leaves: Buffer[] = []
  let note: string | undefined = undefined
  let size = 0
  for await (const item of items) {
    if (!('note' in item)) {
      onRow(item)
      leaves.push(leafHash(item.hash))
      continue
    }
    // Only a checkpoint of the tree over exactly these rows proves something.
    const checkpoint = unsignedCheckpointOf(item.note)
    if (checkpoint?.origin !== origin || checkpoint.size !== leaves.length) continue
    ;[note, size] = [item.note, checkpoint.size]
    if (size >= upTo) break
  }
  return { origin, leaves, size, note: size >= upTo || upTo === Infinity ? note : undefined }
}

const treeOf = (leaves: readonly Buffer[]) => {
  const tree = growTree()
  for (const leaf of leaves) tree.push(leaf)
  return tree
}

const findIn =
  (leaves: readonly Buffer[]): FindSubtree =>
  async (height, index) =>
    treeOf(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)).root()
