import type { Static } from '../../../platform/contract/index.ts'
import type { SearchHits } from './contract.ts'
import { snippetOf } from './rules.ts'
import type { Hit } from './with-texts.ts'

type WireHit = Static<typeof SearchHits>['hits'][number]

export const presentHit = (row: Hit, words: readonly string[], isOfAgency: boolean): WireHit => ({
  kind: row.kind === 'answer' ? 'message' : row.kind,
  id: row.id,
  title: row.title ?? row.projectName,
  handle: row.handle,
  projectId: row.projectId,
  projectName: row.projectName,
  cycleId: row.cycleId,
  taskId: row.taskId,
  snippet: row.body === '' ? [] : snippetOf(row.body, words),
  link: isOfAgency ? linkTo(row) : null,
})

const linkTo = ({ projectId, cycleId, taskId }: Pick<Hit, 'projectId' | 'cycleId' | 'taskId'>) => {
  const project = `/console/projects/${projectId}`
  if (cycleId === null) return project
  return `${project}/cycles/${cycleId}${taskId === null ? '' : `?task=${taskId}`}`
}
