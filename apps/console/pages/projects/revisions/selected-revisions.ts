/** The revisions that are selected, by their numbers, at most two: a third replaces the first selected. */
export const toggleSelected = (selected: readonly number[], generation: number): readonly number[] =>
  selected.includes(generation) ? selected.filter((one) => one !== generation) : [...selected, generation].slice(-2)

/** The revisions in an address. */
export const selectedIn = (text: string | null): readonly number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((one) => Number.isSafeInteger(one) && one > 0).slice(0, 2)
