import { emptyManifest, type Repositories, type StoredQuarantine } from '../../../execution/repositories/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { toSealableContent, type CheckedBundle, type Claim, type ProtectedContent } from '../uploads/index.ts'
import { lockProject } from '../projects/index.ts'
import { moveRef, recordPacks, recordRefs } from '../repository-records/index.ts'
import { overwrittenPaths, replaceSecrets } from '../secrets/index.ts'
import { droppedPaths, isExpected } from './rules.ts'
import { headRevision, protectedPathsOf, insertRevision, type NewRevision } from './store.ts'
import { completeUpload } from './store-uploads.ts'
import type { RevisionRow, UploadRow } from './tables.ts'
import { record } from '../../../platform/audit/index.ts'

export interface AdvanceParts {
  readonly repositories: Repositories
  readonly vault: Vault
  readonly everyDomain: Pick<EveryDomain, 'isProjectChanging'>
}

interface CheckedUpload {
  readonly claim: Claim<UploadRow>
  readonly bundle: CheckedBundle
  readonly stored: StoredQuarantine
  readonly content: ProtectedContent
  readonly now: Date
}

export type AdvanceObstacle = 'absent' | 'moved' | 'changing' | 'claim-lost'

/** Why an upload cannot become the head now; undefined if it can. */
export const advanceObstacle = async (
  { everyDomain }: Pick<AdvanceParts, 'everyDomain'>,
  tx: Transaction,
  upload: UploadRow,
  head: RevisionRow | undefined,
): Promise<AdvanceObstacle | undefined> => {
  if (!isExpected(head, upload)) return 'moved'
  return (await everyDomain.isProjectChanging(tx, upload.projectId)) ? 'changing' : undefined
}

/** Returns a fault for each protected file that would replace secret entries which the content does not name. */
export const overwrittenEntries = async (
  tx: Transaction,
  projectId: string,
  { protectedFiles, secrets }: ProtectedContent,
): Promise<InvalidField[]> => {
  const uploaded = { files: protectedFiles, entries: secrets.entries ?? [] }
  const paths = new Set(await overwrittenPaths(tx, projectId, uploaded))
  return protectedFiles.flatMap(({ path }, at) => (paths.has(path) ? [keptAsEntries(at)] : []))
}

const keptAsEntries = (at: number): InvalidField => ({
  path: `protectedFiles.${at}.path`,
  message: 'is kept as secrets with keys, which this file would drop. Import it as secrets, or name its secrets too',
  rule: 'entries',
})

/** Makes the checked commit the head of its project, with its protected content, under the project's row. */
export const advanceProject = async (
  parts: AdvanceParts,
  tx: Transaction,
  { claim, bundle, stored, content, now }: CheckedUpload,
): Promise<RevisionRow | AdvanceObstacle | InvalidField[]> => {
  const { session } = claim
  const { projectId, commitSha, manifestSha256 } = session
  if (!(await lockProject(tx, projectId))) return 'absent'
  const head = await headRevision(tx, projectId)
  if (!head) return 'moved'
  const obstacle = await advanceObstacle(parts, tx, session, head)
  if (obstacle) return obstacle
  const overwritten = await overwrittenEntries(tx, projectId, content)
  if (overwritten.length > 0) return overwritten
  const dropped = droppedPaths(await protectedPathsOf(tx, { projectId }), bundle.named)
  await replaceSecrets(tx, parts.vault, projectId, { ...toSealableContent(content), dropped })
  const { repositoryId, branch } = head
  const place = { projectId, repositoryId, branch, commitSha, manifest: bundle.manifest, manifestSha256 }
  const revision = await advanceHead(tx, { ...place, source: 'upload', now })
  if (!(await completeUpload(tx, { id: session.id, claimId: claim.id, revisionId: revision.id, now })))
    return 'claim-lost'
  await claim.spendBundle(tx)
  await moveBranch(parts, tx, head, stored)
  return revision
}

/** Stores the checked objects, and moves the branch of the head to their commit. Needs the project's lock. */
const moveBranch = async (
  { repositories }: Pick<AdvanceParts, 'repositories'>,
  tx: Transaction,
  { repositoryId, branch, commitSha: from }: RevisionRow,
  quarantine: StoredQuarantine,
): Promise<void> => {
  await recordPacks(tx, repositoryId, quarantine.packs)
  await repositories.receive(quarantine)
  const move = { repositoryId, name: `refs/heads/${branch}`, from, to: quarantine.commitSha }
  if (!(await moveRef(tx, move))) throw new Error('A branch moved although its project was locked')
}

interface CheckedCommit extends Pick<NewRevision, 'manifest' | 'manifestSha256'> {
  readonly quarantine: StoredQuarantine
}

/**
 * Makes a checked commit the head of its project if `expected` still is, without protected content: files that the
 * project keeps outside of its repository stay. `cycleId` is the cycle that it delivers.
 */
export const pushCommit = async (
  parts: Pick<AdvanceParts, 'repositories' | 'everyDomain'>,
  tx: Transaction,
  expected: RevisionRow,
  { quarantine, manifest, manifestSha256 }: CheckedCommit,
  now: Date,
  cycleId?: string,
): Promise<RevisionRow | 'absent' | 'moved' | 'changing'> => {
  const { projectId, repositoryId, branch } = expected
  if (!(await lockProject(tx, projectId))) return 'absent'
  const head = await headRevision(tx, projectId)
  if (!head || head.id !== expected.id) return 'moved'
  if (await parts.everyDomain.isProjectChanging(tx, projectId)) return 'changing'
  const place = { projectId, repositoryId, branch, commitSha: quarantine.commitSha, manifest, manifestSha256 }
  const by = cycleId === undefined ? { source: 'upload' as const } : { source: 'merge' as const, cycleId }
  const revision = await advanceHead(tx, { ...place, ...by, now })
  await moveBranch(parts, tx, head, quarantine)
  return revision
}

// Other sources have an event: a first revision `project.created` or `repository.attached`, a switch `repository.primary`.
const sourcesWithEvent: readonly RevisionRow['source'][] = ['upload', 'merge']

/**
 * Makes a repository with a root commit without files, on Atelier's own host. Returns the content of its first revision.
 * If the transaction fails, the sweeps remove the stored files.
 */
export const createRoot = async (
  repositories: Pick<Repositories, 'create'>,
  tx: Transaction,
  { repositoryId, branch, message, at, key }: NewRoot,
) => {
  const place = { workspace: tx.workspace!, repositoryId }
  const { commitSha, packs } = await repositories.create(place, { message, at, key })
  await recordPacks(tx, repositoryId, packs)
  await recordRefs(tx, repositoryId, [{ name: `refs/heads/${branch}`, sha: commitSha }])
  const { canonical, manifestSha256 } = emptyManifest(commitSha)
  return { commitSha, manifest: Buffer.from(canonical), manifestSha256, source: 'created' as const }
}

interface NewRoot {
  readonly repositoryId: string
  readonly branch: string
  readonly message: string
  readonly at: Date
  readonly key: string
}

/** Adds the next generation, makes it the head, and records the event. The caller holds the project's row. */
export const advanceHead = async (tx: Transaction, added: NewRevision): Promise<RevisionRow> => {
  const revision = await insertRevision(tx, added)
  const { projectId, cycleId } = added
  if (sourcesWithEvent.includes(revision.source))
    record(tx, undefined, {
      name: 'revision.created',
      entity: ['project', projectId],
      projectId,
      ...(cycleId && { cycleId }),
      payload: { revisionId: revision.id, commitSha: revision.commitSha },
    })
  return revision
}
