/**
 * How a value is written in a dotenv file, best first: only as dotenv, node --env-file, python-dotenv, docker compose
 * and bash read it alike. None if they do not: compose and bash expand in double quotes, python-dotenv expands `${…}`
 * and halves `\\` in single quotes, and bash runs text in backticks.
 */
export const dotenvSpellings = (value: string): string[] => {
  if (value === '') return ['', '""', "''"]
  if (value.includes('\r') || hasAssignment(value)) return []
  return [
    ...(/^[\w.:/@%+,=-]+$/.test(value) ? [value] : []),
    ...(/'|\\\\|\\$/.test(value) || hasReference(value) ? [] : [`'${value}'`]),
    ...(/["\\$`]/.test(value) ? [] : [`"${value}"`]),
  ]
}

/** Whether a dotenv file can hold a value so that all programs read it alike. */
export const dotenvHolds = (value: string): boolean => dotenvSpellings(value).length > 0

// If none of the openings has its end, only one search looks for it.
const hasReference = (value: string) => {
  const start = value.indexOf('${')
  return start !== -1 && value.includes('}', start)
}

// A reader that goes line by line would take such a line of a value for another secret. The padding of Base64 assigns nothing.
const hasAssignment = (value: string) =>
  value
    .split('\n')
    .slice(1)
    .some((line) => /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*[=:]/.test(line) && !/^[\w+/]+={1,2}$/.test(line))
