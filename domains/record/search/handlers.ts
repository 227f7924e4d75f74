import { isAgency } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { patternsOf } from '../../../platform/db/fragments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { seenBy, shownTo } from '../../code/projects/index.ts'
import { parseHandle } from '../../code/projects/rules.ts'
import type { ShownProjects, FoundName, FoundPage, FoundText } from '../../domain.ts'
import type { EveryDomain } from '../../every-domain.ts'
import * as contract from './contract.ts'
import type { SearchHits } from './contract.ts'
import {
  namedKinds,
  namedMost,
  rankedMost,
  storedKinds,
  wordsMost,
  isNamedKind,
  onePerChange,
  type SearchedKind,
  type StoredKind,
  excerptOf,
  type HitKind,
  type NamedKind,
} from './rules.ts'
import { hitsOf, wordsOf, type HitRow } from './store.ts'

interface SearchParts {
  readonly everyDomain: Pick<EveryDomain, 'foundByHandle' | 'foundByName' | 'foundTexts'>
}

const search = ({ everyDomain }: SearchParts) =>
  handle(contract.search, async ({ tx, caller, query, ok }) => {
    const { q, kind, projectId, limit = 20 } = query
    const words = (await wordsOf(tx, { text: q, most: rankedMost, rows: wordsMost })).map(({ word }) => word)
    const [rarest, ...others] = words
    // Signs without letters are no word, and find nothing.
    if (rarest === undefined) return ok({ hits: [], documents: [], named: [], isCut: false })
    const isOfAgency = isAgency(caller.role)
    const kinds = storedKinds(kind, isOfAgency)
    const shown = { projectId, ...shownTo(caller) }
    const named = await namedBy(tx, everyDomain.foundByHandle, { text: q, kinds, shown })
    // A change has its cycle and often one task, so twice the rows fill the answer.
    const rowsMost = 2 * limit + 1
    const seen = { ...seenBy(caller), projectId: projectId ?? null }
    const sought = { rarest, others, kinds, ...seen, most: rankedMost, rows: rowsMost }
    const found = kinds.length === 0 ? [] : await hitsOf(tx, sought)
    const unnamed = found.filter(({ id }) => !named.some((one) => one.id === id))
    const all = await withTexts(tx, everyDomain.foundTexts, [...named, ...unnamed], words)
    const rows = onePerChange(all)
    const shownRows = rows.slice(0, limit)
    const documents = shownRows.filter(isDocument)
    const hits = shownRows.filter((row) => !isDocument(row))
    const isWhole = isOfAgency && projectId === undefined && shown.only === undefined
    const byName = isWhole
      ? await foundBy(tx, everyDomain.foundByName, words, namedKindsOf(kind))
      : { named: [], isCut: false }
    return ok({
      hits: hits.map((row) => presentHit(row, words, isOfAgency)),
      documents: documents.map((row) => presentFoundDocument(row, words)),
      named: byName.named,
      isCut: rows.length > limit || found.length === rowsMost || byName.isCut || rows.some(({ isCut }) => isCut),
    })
  })

/** The kinds of names that a search reads; a search of one kind of texts reads none. */
const namedKindsOf = (kind: SearchedKind | undefined): readonly NamedKind[] =>
  kind === undefined ? namedKinds : isNamedKind(kind) ? [kind] : []

/** Things with all words in their names, by kind. */
const foundBy = async (
  tx: Transaction,
  foundByName: EveryDomain['foundByName'],
  words: readonly string[],
  kinds: readonly NamedKind[],
) => {
  const sought = { patterns: patternsOf(words), rows: namedMost + 1 }
  const found = await Promise.all(
    kinds.map(async (kind) => ((await foundByName[kind]?.(tx, sought)) ?? []).map((row) => presentName(kind, row))),
  )
  return {
    named: found.flatMap((rows) => rows.slice(0, namedMost)),
    isCut: found.some((rows) => rows.length > namedMost),
  }
}

/** The cycle or task with the text as its handle, if it may be shown. */
const namedBy = async (
  tx: Transaction,
  foundByHandle: EveryDomain['foundByHandle'],
  { text, kinds, shown }: { text: string; kinds: readonly StoredKind[]; shown: ShownProjects },
): Promise<HitRow[]> => {
  const named = parseHandle(text)
  if (named === undefined) return []
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const owner = await foundByHandle[kind]?.(tx, named, shown)
      return owner ? [{ ...owner, kind, isCut: false }] : []
    }),
  )
  return found.flat()
}

export default (parts: SearchParts) => ({ search: search(parts) })

type WireHit = Static<typeof SearchHits>['hits'][number]
type WireDocument = Static<typeof SearchHits>['documents'][number]

/** True if a hit is a document, which can belong to no project. */
const isDocument = ({ kind }: Pick<Hit, 'kind'>): boolean => kind === 'document'

const presentHit = (row: Hit, words: readonly string[], isOfAgency: boolean): WireHit => ({
  kind: kindOf(row.kind),
  id: row.id,
  title: row.title ?? row.projectName!,
  handle: row.handle,
  projectId: row.projectId!,
  projectName: row.projectName!,
  cycleId: row.cycleId,
  taskId: row.taskId,
  snippet: row.body === '' ? [] : excerptOf(row.body, words),
  link: isOfAgency ? linkTo(row) : null,
})

const kindOf = (kind: StoredKind): HitKind => (kind === 'answer' || kind === 'document' ? 'message' : kind)

const presentFoundDocument = (row: Hit, words: readonly string[]): WireDocument => ({
  id: row.id,
  title: row.title!,
  projectId: row.projectId,
  projectName: row.projectName,
  page: row.page ?? null,
  snippet: row.body === '' ? [] : excerptOf(row.body, words),
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
  secret: ({ parentId }) => `/console/projects/${parentId}/environments`,
}

const presentName = (kind: NamedKind, found: FoundName): WireName => {
  const { id, name, also } = found
  return { kind, id, name, also: also === '' ? null : also, link: linkOf[kind](found) }
}

const linkTo = ({ projectId, cycleId, taskId }: Pick<Hit, 'projectId' | 'cycleId' | 'taskId'>) => {
  const project = `/console/projects/${projectId}`
  if (cycleId === null) return project
  return `${project}/cycles/${cycleId}${taskId === null ? '' : `?task=${taskId}`}`
}

type Hit = HitRow & Omit<FoundText, 'id'> & Partial<Pick<FoundPage, 'page'>>

/** The hits with their texts, in the same order, without those whose entry was deleted. */
const withTexts = async (
  tx: Transaction,
  foundTexts: EveryDomain['foundTexts'],
  rows: readonly HitRow[],
  words: readonly string[],
): Promise<Hit[]> => {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
      return (await foundTexts[kind]?.(tx, ids, words)) ?? []
    }),
  )
  const texts = new Map(found.flat().map((text) => [text.id, text]))
  return rows.flatMap((row) => {
    const text = row.kind === 'project' ? projectText : texts.get(row.id)
    return text ? [{ ...text, ...row }] : []
  })
}

// A search looks only at the name of a project.
const projectText = { title: null, handle: null, body: '', cycleId: null, taskId: null }
