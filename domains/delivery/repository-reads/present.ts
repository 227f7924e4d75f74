import { isUtf8 } from 'node:buffer'
import type { ChangedFile, LiveChange, TreePath } from '../../../execution/repositories/index.ts'
import { decodeLines, isBinary } from '../../../packages/charsets/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { RevisionRow } from '../../code/revisions/index.ts'
import { nameOf, pathFields, previousFields } from '../workbench/index.ts'
import type { FileContent, ProjectChanges, RevisionChanges } from './contract.ts'

export const presentChange = (change: ChangedFile | LiveChange): Static<typeof ProjectChanges>['files'][number] => ({
  ...pathFields(change),
  ...('from' in change && change.from && previousFields(change.from)),
  kind: change.kind,
  additions: change.additions ?? null,
  deletions: change.deletions ?? null,
})

export const presentRevision = ({ id: revisionId, ...row }: RevisionRow): Static<typeof RevisionChanges>['to'] => ({
  ...row,
  revisionId,
})

/** Text in any encoding; without content if it is binary or too long to be shown. */
export const presentContent = (
  at: TreePath,
  content: Buffer | undefined,
): Omit<Static<typeof FileContent>, 'origins'> => {
  const path = nameOf(at)
  if (!content) return { path, content: null, binary: false, truncated: true, lossy: false }
  if (isBinary(content)) return { path, content: null, binary: true, truncated: false, lossy: false }
  return { path, content: decodeLines(content), binary: false, truncated: false, lossy: !isUtf8(content) }
}
