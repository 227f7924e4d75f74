import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { limits, objectKey, replaceArtifacts } from '../../domains/delivery/artifacts/index.ts'
import { publishDeliverable } from '../../domains/delivery/deliverables/contract.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

interface ProjectScene {
  readonly server: TestServer
  readonly at: Scene
  readonly projectId: string
}

/**
 * A file of a run without an engine, as a row without content; gives its name. The newest snapshot of the deliverable
 * of another cycle names a file of the same name.
 */
export const artifactIn = async (
  { server, at, projectId }: ProjectScene,
  cycleId: string,
  deliveredId: string,
): Promise<string> => {
  const path = `${uuidv7()}.txt`
  const contentType = 'text/plain; charset=utf-8'
  const row = { id: uuidv7(), checkName: 'test', path, sizeBytes: 0, sha256: 'e'.repeat(64), isMasked: false }
  const owner = { runId: uuidv7(), taskId: null, projectId, cycleId }
  await server.database.within(at.workspace, (tx) => replaceArtifacts(tx, owner, [{ ...row, contentType }], new Date()))
  await deliverWith(server, at, { projectId, cycleId: deliveredId }, { [path]: { contentType, content: path } })
  await at.owner.call(publishDeliverable, { cycleId: deliveredId })
  return path
}

/** As a run that delivered leaves it: files with their content, and the project’s newest revision as its result; gives the run. */
export const deliverWith = async (
  server: TestServer,
  { workspace }: Scene,
  { projectId, cycleId }: { readonly projectId: string; readonly cycleId: string },
  files: Readonly<Record<string, { readonly contentType: string; readonly content: string | Buffer }>>,
): Promise<string> => {
  const runId = uuidv7()
  const rows = Object.entries(files).map(([path, { contentType, content }]) => {
    const bytes = Buffer.from(content)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return {
      id: uuidv7(),
      checkName: 'test',
      path,
      sizeBytes: bytes.length,
      sha256,
      isMasked: false,
      contentType,
      bytes,
    }
  })
  for (const { sha256, bytes } of rows)
    await server.parts.objects.put(objectKey({ projectId, runId, sha256 }), Readable.from([bytes]), {
      maxBytes: limits.fileBytes,
    })
  const owner = { runId, taskId: null, projectId, cycleId }
  await server.database.within(workspace, (tx) =>
    replaceArtifacts(
      tx,
      owner,
      rows.map(({ bytes: _, ...row }) => row),
      new Date(),
    ),
  )
  await asOwner(
    server,
    `update cycle set run_id = $2, merged_sha = r.commit_sha, revision_id = r.id from revision r
     where cycle.id = $1 and r.project_id = cycle.project_id and r.generation =
       (select max(generation) from revision newest where newest.project_id = r.project_id)`,
    [cycleId, runId],
  )
  return runId
}
