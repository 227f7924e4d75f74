/** Characters of a text, from `start` up to `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Another text in the place of a range. */
export interface Edit extends Range {
  readonly text: string
  /** The order of insertions at the same place, the least first. */
  readonly order?: number
}

/** A text with edits made: of two overlapping edits the first, and insertions at a place in their order. */
export const withEdits = (text: string, edits: readonly Edit[]): string => {
  const made: string[] = []
  let at = 0
  for (const edit of edits.toSorted(byPlace)) {
    if (edit.start < at) continue
    made.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return made.join('') + text.slice(at)
}

/** Insertions come before removals at their place, and an outer edit before an edit inside of it. */
const byPlace = (one: Edit, other: Edit) =>
  one.start - other.start ||
  Number(one.end > one.start) - Number(other.end > other.start) ||
  other.end - one.end ||
  (one.order ?? 0) - (other.order ?? 0)
