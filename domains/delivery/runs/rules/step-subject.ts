const subjects = ['command', 'path', 'pattern', 'name', 'query', 'url', 'title', 'question', 'reason'] as const

/** The subject of a tool call, which is clearer than its whole input. */
export const subjectOf = (input: string): string => {
  const given = objectIn(input)
  const [subject] = subjects.map((name) => given[name]).filter((value) => typeof value === 'string')
  const at = typeof given.pattern === 'string' ? given.path : undefined
  if (subject === undefined) return input
  return typeof at === 'string' ? `${given.pattern as string} in ${at}` : subject
}

/** An input that was cut still has its beginning. */
const objectIn = (input: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    const [, name, value] = /^\{\s*"(command|path|pattern|query|url)":\s*("(?:[^"\\]|\\.)*")/.exec(input) ?? []
    return name === undefined ? {} : { [name]: JSON.parse(value!) as unknown }
  }
}
