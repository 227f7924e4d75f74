const titleMost = 80

/** The first line of a text as a cycle's title, cut at the end of a word. */
export const titleOf = (text: string): string => {
  const [line = ''] = text.trim().split('\n')
  if (line.length <= titleMost) return line
  const space = line.lastIndexOf(' ', titleMost)
  return line.slice(0, space > 0 ? space : titleMost)
}
