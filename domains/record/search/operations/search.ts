import { isAgency } from '../../../../platform/access/index.ts'
import { patternsOf } from '../../../../platform/db/has-words.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { ShownProjects } from '../../../domain.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { parseHandle } from '../../../code/projects/rules.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { search } from '../contract.ts'
import { isDocument, presentFoundDocument, presentHit, presentName } from '../present.ts'
import { namedKinds, namedMost, rankedMost, storedKinds, wordsMost, type StoredKind } from '../rules.ts'
import { hitsOf, wordsOf, type HitRow } from '../store.ts'
import { withTexts } from '../with-texts.ts'

export interface SearchParts {
  readonly everyDomain: Pick<EveryDomain, 'foundByHandle' | 'foundByName' | 'foundTexts'>
}

export default ({ everyDomain }: SearchParts) =>
  handle(search, async ({ tx, caller, query, ok }) => {
    const { q, kind, projectId, limit = 20 } = query
    const words = await wordsOf(tx, q, rankedMost, wordsMost)
    const [rarest, ...others] = words
    // Signs alone are no word, and find nothing.
    if (rarest === undefined) return ok({ hits: [], documents: [], named: [], isCut: false })
    const isOfAgency = isAgency(caller.role)
    const kinds = storedKinds(kind, isOfAgency)
    const shown = { projectId, ...shownTo(caller) }
    const named = await namedBy(tx, everyDomain.foundByHandle, { text: q, kinds, shown })
    const found = await hitsOf(tx, {
      rarest,
      others,
      kinds,
      ...shown,
      most: rankedMost,
      rows: limit + 1,
    })
    const said = found.filter(({ id }) => !named.some((one) => one.id === id))
    const rows = await withTexts(tx, everyDomain.foundTexts, [...named, ...said], words)
    const shownRows = rows.slice(0, limit)
    const documents = shownRows.filter(isDocument)
    const hits = shownRows.filter((row) => !isDocument(row))
    const isWhole = isOfAgency && kind === undefined && projectId === undefined && shown.only === undefined
    const byName = isWhole ? await foundBy(tx, everyDomain.foundByName, words) : { named: [], isCut: false }
    return ok({
      hits: hits.map((row) => presentHit(row, words, isOfAgency)),
      documents: documents.map((row) => presentFoundDocument(row, words)),
      named: byName.named,
      isCut: rows.length > limit || byName.isCut || rows.some(({ isCut }) => isCut),
    })
  })

/** Things with all words in their names, by kind. */
const foundBy = async (tx: Transaction, foundByName: EveryDomain['foundByName'], words: readonly string[]) => {
  const sought = { patterns: patternsOf(words), rows: namedMost + 1 }
  const found = await Promise.all(
    namedKinds.map(async (kind) =>
      ((await foundByName[kind]?.(tx, sought)) ?? []).map((row) => presentName(kind, row)),
    ),
  )
  return {
    named: found.flatMap((rows) => rows.slice(0, namedMost)),
    isCut: found.some((rows) => rows.length > namedMost),
  }
}

interface HandleQuery {
  readonly text: string
  readonly kinds: readonly StoredKind[]
  readonly shown: ShownProjects
}

/** The cycle or task whose handle the text is, where it may be shown. */
const namedBy = async (
  tx: Transaction,
  foundByHandle: EveryDomain['foundByHandle'],
  { text, kinds, shown }: HandleQuery,
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
