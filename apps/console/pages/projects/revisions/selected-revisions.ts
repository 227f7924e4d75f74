/** Selects or deselects a revision by its number; a third selected revision replaces the first. */
export const toggleSelected = (selected: readonly number[], generation: number): readonly number[] =>
  selected.includes(generation) ? selected.filter((one) => one !== generation) : [...selected, generation].slice(-2)

/** Parses the numbers of selected revisions in an address. */
export const selectedIn = (text: string | null): readonly number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((one) => Number.isSafeInteger(one) && one > 0).slice(0, 2)
