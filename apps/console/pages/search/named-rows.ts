import type { search } from '../../../../domains/record/search/contract.ts'
import { folded, type NamedKind } from '../../../../domains/record/search/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { pathOfLink } from '../../parts/search-hit.ts'

/** Something that people know by its name or number. */
export interface NamedRow {
  readonly id: string
  readonly kind: NamedKind | 'settings'
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

/** The rows whose names have all words of a text, anywhere in them. */
export const namedRows = (rows: readonly NamedRow[], q: string): readonly NamedRow[] => {
  const words = folded(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return words.length === 0 ? [] : rows.filter(({ name }) => words.every((word) => folded(name).includes(word)))
}
