import { stripVTControlCharacters } from 'node:util'

/** Lines that name a place in a program, or close what others opened. */
const isPlace = (line: string) => /^(?:at |[\])}>,;]+$|#|File ")/.test(line)

const names = /^(?:\w*(?:Error|Exception)\b.*[:\]]|not ok\b|FAIL(?:ED|URE)?\b|[✖✗×]|E {2,}|--- FAIL)/

const lineMostChars = 200

/** The line of a failed command's log that says most: the last that names an error or a test, else its last words. */
export const tellingLine = (log: string): string => {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isPlace(line))
  return (lines.findLast((line) => names.test(line)) ?? lines.at(-1) ?? 'it printed nothing').slice(0, lineMostChars)
}
