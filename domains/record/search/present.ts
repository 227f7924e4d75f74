import type { Static } from '../../../platform/contract/index.ts'
import type { FoundName } from '../../domain.ts'
import type { SearchHits } from './contract.ts'
import { snippetOf, type HitKind, type NamedKind, type StoredKind } from './rules.ts'
import type { Hit } from './with-texts.ts'

type WireHit = Static<typeof SearchHits>['hits'][number]
type WireDocument = Static<typeof SearchHits>['documents'][number]

/** Whether a hit is a document, which can belong to no project. */
export const isDocument = ({ kind }: Pick<Hit, 'kind'>): boolean => kind === 'document'

export const presentHit = (row: Hit, words: readonly string[], isOfAgency: boolean): WireHit => ({
  kind: kindOf(row.kind),
  id: row.id,
  title: row.title ?? row.projectName!,
  handle: row.handle,
  projectId: row.projectId!,
  projectName: row.projectName!,
  cycleId: row.cycleId,
  taskId: row.taskId,
  snippet: row.body === '' ? [] : snippetOf(row.body, words),
  link: isOfAgency ? linkTo(row) : null,
})

const kindOf = (kind: StoredKind): HitKind => (kind === 'answer' || kind === 'document' ? 'message' : kind)

export const presentFoundDocument = (row: Hit, words: readonly string[]): WireDocument => ({
  id: row.id,
  title: row.title!,
  projectId: row.projectId,
  projectName: row.projectName,
  page: row.page ?? null,
  snippet: row.body === '' ? [] : snippetOf(row.body, words),
  link: `/console/documents/${row.id}`,
})

type WireName = Static<typeof SearchHits>['named'][number]

const linkOf: Readonly<Record<NamedKind, (found: FoundName) => string>> = {
  client: ({ id }) => `/console/clients/${id}`,
  deliverable: ({ id, parentId }) => `/console/projects/${parentId}/cycles/${id}/deliverable`,
  growth: ({ id }) => `/console/growth/projects/${id}`,
  invoice: ({ id }) => `/console/invoices/${id}`,
  lead: ({ id, parentId }) => `/console/growth/projects/${parentId}/inbox/${id}`,
  person: () => '/console/settings/members',
  play: ({ id }) => `/console/growth/plays/${id}`,
  secret: ({ parentId }) => `/console/projects/${parentId}/secrets`,
}

export const presentName = (kind: NamedKind, found: FoundName): WireName => {
  const { id, name, also } = found
  return { kind, id, name, also: also === '' ? null : also, link: linkOf[kind](found) }
}

const linkTo = ({ projectId, cycleId, taskId }: Pick<Hit, 'projectId' | 'cycleId' | 'taskId'>) => {
  const project = `/console/projects/${projectId}`
  if (cycleId === null) return project
  return `${project}/cycles/${cycleId}${taskId === null ? '' : `?task=${taskId}`}`
}
