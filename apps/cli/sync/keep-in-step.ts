import { moveRef } from '../pull/apply-pull.ts'
import type { Head } from '../pull/receive.ts'
import type { Session } from '../session.ts'
import type { Survey } from './survey.ts'
import { writeSyncState, type SyncState } from './sync-state.ts'

/** Remembers what both sides have, beside the index, and shows it to git as `atelier/<branch>`. */
export const keepInStep = async (
  session: Session,
  { found, head, synced }: Survey,
  { revisionId, generation, commitSha }: Pick<Head, 'revisionId' | 'generation' | 'commitSha'>,
  hashes: SyncState['protectedFiles'],
): Promise<void> => {
  const { url } = await session.client()
  const { projectId, branch } = head
  const protectedFiles = { ...synced?.protectedFiles, ...hashes }
  await moveRef(found, `refs/remotes/atelier/${branch}`, commitSha, undefined, session.signal)
  await writeSyncState(found, { url, projectId, revisionId, generation, branch, commitSha, protectedFiles })
}
