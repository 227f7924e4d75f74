import type { Static } from 'typebox'
import { getCycle, type CycleDetail } from '../cycles/contract.ts'
import { getTaskReviewEvidence, type TaskReviewEvidence } from '../review/contract.ts'
import type { ApiAnswer, CallerApi } from './caller-api.ts'

/** The visible evidence of a task's review; a project without a repository at a code host has files and no patch. */
type Evidence = Static<typeof TaskReviewEvidence>
type Archive = NonNullable<Evidence['archive']>
type ShownFile = Pick<Archive['files'][number], 'path' | 'pathBase64' | 'content'>

interface Change extends Pick<Evidence, 'taskId' | 'patch' | 'patchTruncated' | 'files'> {
  readonly archive: { readonly files: readonly ShownFile[]; readonly truncated: boolean } | null
}

const tasksMost = 20

/** The evidence of a single task, or of all tasks in a cycle's latest run; or the refusal. */
export const readEvidence = async (
  api: CallerApi,
  cycleId: string,
  taskId?: string,
): Promise<readonly Evidence[] | ApiAnswer> => {
  const cycle = await api.call(getCycle, { params: { id: cycleId } })
  if (cycle.status >= 400) return cycle
  const detail = cycle.body as Static<typeof CycleDetail>
  const ofRun = detail.tasks.filter(({ runId }) => runId === detail.cycle.runId).slice(0, tasksMost)
  const chosen = taskId === undefined ? ofRun : detail.tasks.filter(({ id }) => id === taskId)
  const evidence: Evidence[] = []
  for (const { id } of chosen) {
    const answer = await api.call(getTaskReviewEvidence, { params: { id } })
    if (answer.status === 200) evidence.push(answer.body as Evidence)
    else if ((answer.body as { readonly code?: string }).code !== 'no_evidence') return answer
  }
  return evidence
}

export const isRefusal = (found: readonly Evidence[] | ApiAnswer): found is ApiAnswer => 'status' in found

/** The change of each task as a patch, or as the files that it delivered if it has none. */
export const patchesOf = (evidence: readonly Change[]): string =>
  evidence
    .map(({ taskId, patch, patchTruncated, files, archive }) =>
      [
        `# Task ${taskId}`,
        patch ?? (archive ? filesOf(archive) : JSON.stringify(files)),
        ...(patchTruncated ? ['# The patch is cut: getProjectChanges and getProjectChangeFile have the rest.'] : []),
      ].join('\n'),
    )
    .join('\n')

const filesOf = ({ files, truncated }: NonNullable<Change['archive']>) =>
  [
    '# There is no patch: these are the files after the change. getProjectChanges and getProjectChangeFile have what differs.',
    ...files.flatMap(({ path, pathBase64, content }) => [`# File ${path ?? pathBase64}`, content ?? '# Not shown.']),
    ...(truncated ? ['# There are more files.'] : []),
  ].join('\n')
