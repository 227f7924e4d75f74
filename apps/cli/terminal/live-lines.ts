/** Lines that are drawn again in place. */
interface LiveLines {
  draw(lines: readonly string[]): void
  /** Leaves the last lines standing. */
  end(): void
}

const wrapOff = '\u001b[?7l'
const wrapOn = '\u001b[?7h'
const clearLine = '\u001b[2K'
const clearBelow = '\u001b[0J'
const up = (lines: number) => (lines === 0 ? '' : `\u001b[${lines}A`)

/** While lines are drawn the terminal does not wrap, so that each takes one row with letters of any width. */
export const openLiveLines = (stream: Pick<NodeJS.WriteStream, 'write' | 'rows'>): LiveLines => {
  let drawn = 0
  return {
    draw: (lines) => {
      const fitting = lines.slice(0, Math.max(1, (stream.rows || 24) - 1))
      stream.write(
        `${up(drawn)}\r${wrapOff}${fitting.map((line) => `${clearLine}${line}\n`).join('')}${clearBelow}${wrapOn}`,
      )
      drawn = fitting.length
    },
    end: () => void (drawn = 0),
  }
}

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
