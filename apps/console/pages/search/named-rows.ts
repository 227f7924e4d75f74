import type { search } from '../../../../domains/record/search/contract.ts'
import type { NamedKind } from '../../../../domains/record/search/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { pathOfLink } from '../../parts/list/search-hit.ts'

/** Something that people know by its name or number. */
export interface NamedRow {
  readonly id: string
  readonly kind: NamedKind | 'page'
  readonly name: string
  /** A second name, such as the buyer of an invoice. */
  readonly also: string
  readonly to: string
}

/** The rows that the server found by name. */
export const serverNames = (found: Reply<typeof search> | undefined): readonly NamedRow[] =>
  (found?.named ?? []).map(({ kind, id, name, also, link }) => ({
    kind,
    id,
    name,
    also: also ?? '',
    to: pathOfLink(link),
  }))
