/** Prints whole lines of a text that comes in pieces. */
export const linePrinter = (print: (line: string) => void) => {
  let rest = ''
  return {
    add: (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) print(line)
    },
    end: () => {
      if (rest !== '') print(rest)
      rest = ''
    },
  }
}
