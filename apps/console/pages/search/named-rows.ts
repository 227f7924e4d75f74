import { folded } from '../../../../domains/record/search/rules.ts'

/** Something that people know by its name or number. */
export interface NamedRow {
  readonly id: string
  readonly kind: 'client' | 'invoice' | 'deliverable' | 'person' | 'growth' | 'settings'
  readonly name: string
  /** A second name, such as the buyer of an invoice. */
  readonly also: string
  readonly to: string
}

const eachMost = 8

/** The rows whose names have all words of a text, anywhere in them; of each kind the first ones. */
export const namedRows = (rows: readonly NamedRow[], q: string): NamedRow[] => {
  const words = folded(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const fitting = rows.filter(({ name, also }) => {
    const text = folded(`${name} ${also}`)
    return words.every((word) => text.includes(word))
  })
  return Object.values(Object.groupBy(fitting, ({ kind }) => kind)).flatMap((ofKind) => ofKind.slice(0, eachMost))
}
