import { pino } from 'pino'

interface LoggedLine {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string }
}

/** A logger whose lines are kept. */
export const keptLog = () => {
  const lines: string[] = []
  return {
    logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    said: () => lines.map((line) => JSON.parse(line) as LoggedLine),
  }
}
