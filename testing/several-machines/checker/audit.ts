import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder } from '../../repository.ts'
import type { Finding, Stand } from './stand.ts'

export const hasPython = spawnSync('python3', ['-c', 'import hashlib']).status === 0

const rowsOf = `
  select json_build_object('workspaceId', workspace_id, 'position', position, 'id', id,
      'occurredAt', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actorType', actor_type,
      'actorId', actor_id, 'action', action, 'category', category, 'resourceType', resource_type,
      'resourceId', resource_id, 'parentType', parent_type, 'parentId', parent_id, 'outcome', outcome,
      'severity', severity, 'source', source, 'requestId', request_id, 'traceId', trace_id,
      'detailsHash', encode(details_hash, 'hex')) as row,
    encode(hash, 'hex') as hash, encode(salt, 'hex') as salt, details, erased_at as "erasedAt"
  from audit_row where workspace_id = $1 order by position`
const notesOf = `select size::int, note from audit_checkpoint where workspace_id = $1`
const heads = `select workspace_id as id, audit_position::int as position, encode(audit_hash, 'hex') as hash from ledger`

/**
 * Gives the rows and checkpoints of each workspace to the verifier that docs/audit-format.md prints, with the keys that
 * were stored before.
 */
export const auditFaults = async ({ query, auditKeys }: Stand): Promise<Finding[]> => {
  const program = /^```python\n([^]*?)^```$/m.exec(await readFile('docs/audit-format.md', 'utf8'))![1]!
  const found: Finding[] = []
  for (const { id, ...head } of await query<{ id: string; position: number; hash: string }>(heads)) {
    if (head.position === 0) continue
    const notes = await query<{ size: number; note: string }>(notesOf, [id])
    const rows = await query<{ row: { position: number } }>(rowsOf, [id])
    const items = rows.flatMap((row) => [row, ...notes.filter(({ size }) => size === row.row.position).map(noteOf)])
    const lines = [{ format: 'atelier-audit', version: 1, workspaceId: id, head }, ...items]
    const problem = await inFolder((folder) => verify(folder, program, lines, auditKeys.get(id) ?? []))
    if (problem !== undefined) found.push({ rule: 'the audit chain is whole', workspace: id, problem })
  }
  return found
}

const noteOf = ({ note }: { note: string }) => ({ note })

/** The sentence of the verifier for a log that does not hold. */
const verify = async (folder: string, program: string, lines: readonly object[], keys: readonly string[]) => {
  const script = join(folder, 'verify.py')
  const file = join(folder, 'audit.jsonl')
  await writeFile(script, program)
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  try {
    await promisify(execFile)('python3', [script, file, ...keys])
    return undefined
  } catch (error) {
    return (error as { stderr: string }).stderr.trim().split('\n').at(-1)!
  }
}
