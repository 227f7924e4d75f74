/** What a row is sorted by; rows without it come last, in both directions. */
export type SortKey = string | number | null | undefined

/** The rows by a key: numbers by value, texts as the language orders them, with the digits in them by value. */
export const sortRows = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  { isDescending, language }: { readonly isDescending: boolean; readonly language: string },
): Row[] => {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const a = keyOf(one)
    const b = keyOf(other)
    if (a === null || a === undefined || b === null || b === undefined) return Number(a == null) - Number(b == null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
  })
}
