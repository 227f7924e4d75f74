import { type Logger, pino } from 'pino'

const keptMost = 10
const kept: string[] = []

const keep = (line: string) => {
  kept.push(line)
  if (kept.length > keptMost) kept.shift()
}

/** The log of a server under test: as ATELIER_TEST_LOG says, else only its errors, out of sight. */
export const serverLog = (): Logger => {
  const level = process.env.ATELIER_TEST_LOG
  return level === undefined ? pino({ level: 'error' }, { write: keep }) : pino({ level })
}

/** The latest errors in the logs of this process's servers: an answer of 500 does not say what went wrong. */
export const lastErrors = (): string => kept.join('')
