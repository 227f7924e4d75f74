export const importing = /^\s*(?:import|from|const\s.*=\s*require|use|using)\b/

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0].length

/** The first and the last line of a test, by its indentation. */
export const linesOfTest = (lines: readonly string[], start: number) => {
  const indent = indentOf(lines[start - 1]!)
  const isWithin = (line: string) => line.trim() === '' || indentOf(line) > indent
  let last = start
  let isOpen = true
  while (isOpen) {
    while (last < lines.length && isWithin(lines[last]!)) last += 1
    const line = lines[last] ?? ''
    const closes = /^\s*(?:[}\])]|end\b)/.test(line) && indentOf(line) === indent
    // The rows of `test.each` close where its body opens.
    isOpen = closes && /[{([]\s*$/.test(line)
    if (closes) last += 1
  }
  let first = start
  while (first > 1 && /^\s*(?:@|#\[|\[)/.test(lines[first - 2]!)) first -= 1
  return { first, last }
}
