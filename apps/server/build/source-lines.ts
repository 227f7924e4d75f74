const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * A source map as text that is found in without reading all of it: the sources in its first line, as JSON, and for each
 * line of the program one line of `column:source:line`, only where these change. The format of the input is ECMA-426.
 */
export const sourceLines = (sources: readonly string[], mappings: string): string => {
  let [source, line] = [0, 0]
  const lines = mappings.split(';').map((segments) => {
    let [column, before] = [0, '']
    return segments
      .split(',')
      .flatMap((segment) => {
        const [columns = 0, ofSource, ofLine = 0] = decoded(segment)
        column += columns
        if (ofSource === undefined) return []
        source += ofSource
        line += ofLine
        const place = `${source}:${line + 1}`
        if (place === before) return []
        before = place
        return [`${column}:${place}`]
      })
      .join(',')
  })
  return [JSON.stringify(sources), ...lines].join('\n')
}

/** Base 64 VLQ: five bits a letter, the lowest first; the sixth says that more follow, the lowest of all is the sign. */
const decoded = (segment: string) => {
  const values: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of segment) {
    const digit = letters.indexOf(letter)
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    values.push(value & 1 ? -(value >> 1) : value >> 1)
    ;[value, shift] = [0, 0]
  }
  return values
}
