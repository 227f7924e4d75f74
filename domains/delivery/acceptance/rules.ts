export const acceptanceLimits = { files: 3, bytes: 65_536, pathChars: 255 } as const

interface CycleState {
  readonly status: string
  /** Whether the autonomous run of the project began it, and no person. */
  readonly isAdopted: boolean
  /** Whether an agent has built anything in its newest run. */
  readonly isBuilt: boolean
}

export const isFrozen = ({ status, isAdopted, isBuilt }: CycleState): boolean => {
  if (['draft', 'failed', 'stopped'].includes(status)) return false
  return !(isAdopted && ['planning', 'running'].includes(status) && !isBuilt)
}

const linesMost = 4
const leastQuotedChars = 8

/** The output of a failing test, without the lines that quote its text: the agent of the change must not learn it. */
export const messageWithoutText = (message: string, texts: readonly string[]): string => {
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.trim())
  const written = lines.filter((line) => line.length >= leastQuotedChars)
  const isQuoted = (line: string) => written.some((one) => line.includes(one) || one.includes(line))
  return message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && (line.length < leastQuotedChars || !isQuoted(line)))
    .slice(0, linesMost)
    .join(' ')
}
