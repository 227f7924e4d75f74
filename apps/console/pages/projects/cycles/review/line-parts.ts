interface Token {
  readonly text: string
  readonly kind?: string
}

/** A part of a line that has one colour and is either changed or unchanged. */
interface LinePart extends Token {
  readonly isMarked: boolean
}

/** Splits the tokens of a line at the ends of its changed ranges, which are in characters. */
export const partsOf = (tokens: readonly Token[], ranges: readonly (readonly [number, number])[]): LinePart[] => {
  const parts: LinePart[] = []
  let at = 0
  for (const { text, ...kind } of tokens) {
    const end = at + text.length
    const cuts = ranges.flat().filter((place) => place > at && place < end)
    for (const to of [...new Set([...cuts, end])].toSorted((one, other) => one - other)) {
      const from = at
      parts.push({
        ...kind,
        text: text.slice(text.length - (end - from), text.length - (end - to)),
        isMarked: ranges.some(([first, last]) => first <= from && from < last),
      })
      at = to
    }
  }
  return parts
}
