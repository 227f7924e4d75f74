import { v7 as uuidv7 } from 'uuid'
import { replaceArtifacts } from '../domains/delivery/artifacts/index.ts'
import type { Scene } from './scene.ts'
import type { TestServer } from './server.ts'

/** A file of a run that belongs to nobody, as a row without content; gives its name. */
export const artifactIn = async (
  { database }: TestServer,
  { workspace }: Scene,
  projectId: string,
  cycleId: string,
): Promise<string> => {
  const path = `${uuidv7()}.txt`
  const row = { id: uuidv7(), checkName: 'test', path, sizeBytes: 0, sha256: 'e'.repeat(64), isMasked: false }
  const owner = { runId: uuidv7(), taskId: null, projectId, cycleId }
  await database.within(workspace, (tx) =>
    replaceArtifacts(tx, owner, [{ ...row, contentType: 'text/plain; charset=utf-8' }], new Date()),
  )
  return path
}
