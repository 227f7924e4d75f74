import { v7 as uuidv7 } from 'uuid'
import type { Repositories, StoredQuarantine } from '../../../execution/repositories/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { toSealableContent, type CheckedBundle, type Claim, type ProtectedContent } from '../uploads/index.ts'
import { attachRepository, recordPacks, recordRefs } from '../repository-records/index.ts'
import { findProject, createProject, type ProjectRow } from '../projects/index.ts'
import { advanceHead, findRevision, type RevisionRow } from '../revisions/index.ts'
import { sealSecrets } from '../secrets/index.ts'
import { completeImport } from './store.ts'
import type { ImportRow } from './tables.ts'

export interface ImportedProject {
  readonly project: ProjectRow
  readonly revision: RevisionRow
}

interface ProjectInput {
  readonly claim: Claim<ImportRow>
  readonly bundle: CheckedBundle
  readonly stored: StoredQuarantine
  readonly content: ProtectedContent
  readonly userId: string
  readonly now: Date
}

/** Makes the project with its repository, first revision and secrets; all of it becomes visible with the commit. */
export const makeProject = async (
  { repositories, vault }: { readonly repositories: Repositories; readonly vault: Vault },
  tx: Transaction,
  { claim, bundle, stored, content, userId, now }: ProjectInput,
): Promise<ImportedProject | 'claim-lost'> => {
  const { session } = claim
  const { name, stack } = session
  const { repositoryId } = stored
  const project = await createProject(tx, { id: uuidv7(), name, stack, createdAt: now, createdBy: userId })
  const place = { projectId: project.id, repositoryId, branch: session.defaultBranch }
  const host = 'native-repos'
  await attachRepository(tx, { ...place, id: repositoryId, host, defaultBranch: place.branch, primary: true, now })
  await sealSecrets(tx, vault, project.id, toSealableContent(content))
  const { commitSha, manifestSha256 } = session
  const { manifest } = bundle
  const revision = await advanceHead(tx, { ...place, commitSha, manifest, manifestSha256, source: 'import', now })
  const made = { id: session.id, claimId: claim.id, projectId: project.id, revisionId: revision.id, now }
  if (!(await completeImport(tx, made))) return 'claim-lost'
  await claim.spendBundle(tx)
  await recordPacks(tx, repositoryId, stored.packs)
  await repositories.admit(stored)
  await recordRefs(tx, repositoryId, stored.refs)
  return { project: { ...project, headRevisionId: revision.id }, revision }
}

/** The project of a finalized import; undefined once the project was deleted. */
export const findImportedProject = async (tx: Transaction, session: ImportRow) => {
  const [project, revision] = await Promise.all([
    findProject(tx, session.projectId!),
    findRevision(tx, { id: session.revisionId! }),
  ])
  return project && revision && { project, revision }
}
