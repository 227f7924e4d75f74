import type { Repositories, StoredQuarantine } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { manifestOfScan, type ScanRow } from '../imports/index.ts'
import {
  attachRepository,
  primaryRepository,
  recordPacks,
  recordRefs,
  type RepositoryRow,
} from '../repository-records/index.ts'
import { advanceHead, createRoot } from '../revisions/index.ts'
import type { Origin } from './rules.ts'

interface RepositoryInput {
  readonly projectId: string
  /** Id of the new repository, for which the files of a scan were stored. */
  readonly id: string
  readonly origin: Origin
  readonly branch: string | undefined
  readonly label: string | undefined
  /** The scan that its files come from, and these files, checked. */
  readonly scanned: { readonly scan: ScanRow; readonly quarantine: StoredQuarantine } | undefined
  readonly now: Date
}

/**
 * Adds a repository to a project, whose row the caller holds; the first one is primary. If the transaction fails, the
 * stored files are swept. Undefined if a project of the workspace has it already.
 */
export const makeRepository = async (
  repositories: Repositories,
  tx: Transaction,
  { projectId, id, origin, label, scanned, now, ...input }: RepositoryInput,
): Promise<RepositoryRow | undefined> => {
  const host = origin.from === 'codehost' ? 'codehost' : 'native-repos'
  const branch = scanned?.scan.defaultBranch ?? input.branch ?? 'main'
  const isFirst = (await primaryRepository(tx, projectId)) === undefined
  const row = await attachRepository(tx, {
    id,
    projectId,
    host,
    defaultBranch: branch,
    primary: isFirst,
    now,
    ...(origin.from === 'codehost' && { fullName: origin.fullName }),
    ...(label !== undefined && { label }),
  })
  if (!row || host === 'codehost') return row
  const root = { repositoryId: id, branch, message: 'Begin the repository', at: now, key: `attach-repository ${id}` }
  const begun = scanned ? await admit(repositories, tx, row, scanned) : await createRoot(repositories, tx, root)
  if (isFirst) await advanceHead(tx, { projectId, repositoryId: row.id, branch, ...begun, now })
  return row
}

const admit = async (
  repositories: Repositories,
  tx: Transaction,
  { id }: RepositoryRow,
  { scan, quarantine }: NonNullable<RepositoryInput['scanned']>,
) => {
  const manifest = Buffer.from(await manifestOfScan(tx, scan.id))
  await recordPacks(tx, id, quarantine.packs)
  await repositories.admit(quarantine)
  await recordRefs(tx, id, quarantine.refs)
  const { commitSha, manifestSha256 } = scan
  return { commitSha, manifest, manifestSha256, source: 'import' as const }
}
