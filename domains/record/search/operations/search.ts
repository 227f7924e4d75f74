import { isAgency } from '../../../../platform/access/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { ShownProjects } from '../../../domain.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { parseHandle } from '../../../code/projects/rules.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { search } from '../contract.ts'
import { isDocument, presentFoundDocument, presentHit } from '../present.ts'
import { rankedMost, storedKinds, wordsMost, type StoredKind } from '../rules.ts'
import { hitsOf, wordsOf, type HitRow } from '../store.ts'
import { withTexts } from '../with-texts.ts'

export interface SearchParts {
  readonly everyDomain: Pick<EveryDomain, 'foundByHandle' | 'foundTexts'>
}

export default ({ everyDomain }: SearchParts) =>
  handle(search, async ({ tx, caller, query, ok }) => {
    const { q, kind, projectId, limit = 20 } = query
    const words = await wordsOf(tx, q, rankedMost, wordsMost)
    const [rarest, ...others] = words
    // Signs alone are no word, and find nothing.
    if (rarest === undefined) return ok({ hits: [], documents: [], isCut: false })
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
    return ok({
      hits: hits.map((row) => presentHit(row, words, isOfAgency)),
      documents: documents.map((row) => presentFoundDocument(row, words)),
      isCut: rows.length > limit || rows.some(({ isCut }) => isCut),
    })
  })

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
