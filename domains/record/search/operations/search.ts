import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { search } from '../contract.ts'
import { presentHit } from '../present.ts'
import { rankedMost, storedKinds, wordsMost } from '../rules.ts'
import { hitsOf, wordsOf } from '../store.ts'
import { withTexts } from '../with-texts.ts'

export interface SearchParts {
  readonly everyDomain: Pick<EveryDomain, 'foundTexts'>
}

export default ({ everyDomain }: SearchParts) =>
  handle(search, async ({ tx, caller, query, ok }) => {
    const { q, kind, projectId, limit = 20 } = query
    const words = await wordsOf(tx, q, rankedMost, wordsMost)
    const [rarest, ...others] = words
    // Signs alone are no word, and find nothing.
    if (rarest === undefined) return ok({ hits: [], isCut: false })
    const isOfAgency = isAgency(caller.role)
    const kinds = storedKinds(kind, isOfAgency)
    const found = await hitsOf(tx, {
      rarest,
      others,
      kinds,
      projectId,
      ...shownTo(caller),
      most: rankedMost,
      rows: limit + 1,
    })
    const rows = await withTexts(tx, everyDomain.foundTexts, found)
    return ok({
      hits: rows.slice(0, limit).map((row) => presentHit(row, words, isOfAgency)),
      isCut: rows.length > limit || rows.some(({ isCut }) => isCut),
    })
  })
