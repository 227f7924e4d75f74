/** The variables in a text of `NAME=value` lines, or the number of the first line without one. */
type ParsedVariables =
  | { readonly variables: Readonly<Record<string, string>>; readonly wrongLine?: never }
  | { readonly wrongLine: number; readonly variables?: never }

const line = /^([A-Za-z_]\w*)=(.*)$/s

/** Parses variables, one to a line. Values are taken literally, without quotes or expansion. */
export const readVariables = (text: string): ParsedVariables => {
  const variables: Record<string, string> = {}
  for (const [at, one] of text.split(/\r?\n/).entries()) {
    if (one.trim() === '') continue
    const [, name, value] = line.exec(one.trimStart()) ?? []
    if (name === undefined || value === undefined) return { wrongLine: at + 1 }
    variables[name] = value
  }
  return { variables }
}

/** True if lines can express these variables: no value has a line break. */
export const isWritable = (variables: Readonly<Record<string, string>>): boolean =>
  Object.values(variables).every((value) => !/[\r\n]/.test(value))

export const writeVariables = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
