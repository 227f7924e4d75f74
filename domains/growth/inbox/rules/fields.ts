const linesMost = 2_000
const blocksMost = 1_000
const valueMostChars = 2_000

/** Fields of a block in a report, by their names in lower case; among equal names, the first. */
export type Fields = ReadonlyMap<string, string>

/** The blocks of fields of a report, which blank lines divide (RFC 3464, section 2.1.2). */
export const readFields = (text: string): readonly Fields[] => {
  const blocks: Map<string, string>[] = [new Map<string, string>()]
  let last: string | undefined
  for (const line of text.split(/\r\n|\r|\n/, linesMost)) {
    const block = blocks.at(-1)!
    if (line.trim() === '') {
      if (block.size > 0 && blocks.length < blocksMost) blocks.push(new Map())
      last = undefined
    } else if (/^[ \t]/.test(line)) {
      if (last !== undefined) block.set(last, `${block.get(last)!} ${line.trim()}`.slice(0, valueMostChars))
    } else {
      const colon = line.indexOf(':')
      const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      last = name !== '' && !block.has(name) ? name : undefined
      const value = line.slice(colon + 1).trim()
      if (last !== undefined) block.set(last, value.slice(0, valueMostChars))
    }
  }
  return blocks.filter(({ size }) => size > 0)
}

/** The value of a field without its comments, as `failed (user unknown)` has one. Source: RFC 5322, section 3.2.2. */
export const withoutComments = (value: string): string => {
  let depth = 0
  let isEscaped = false
  const characters = Array.from(value.slice(0, valueMostChars), (char) => {
    const isInside = depth > 0
    if (isEscaped) isEscaped = false
    else if (char === '\\' && isInside) isEscaped = true
    else if (char === '(') depth += 1
    else if (char === ')' && isInside) depth -= 1
    return isInside || depth > 0 ? ' ' : char
  })
  return characters.join('').replaceAll(/\s+/g, ' ').trim()
}

/** The address of a field such as `rfc822; ada@example.com`, as it is written there. */
export const addressOf = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  const [type, ...rest] = withoutComments(value).split(';')
  const text = (rest.length === 0 ? type! : rest.join(';')).trim().replace(/^<(.*)>$/, '$1')
  return text.includes('@') ? text : undefined
}

const idsMost = 100
/** The ids of a header such as References, with their angle brackets. */
export const readIds = (header: string | undefined): readonly string[] => {
  const found = (header ?? '').slice(0, 100_000).match(/<[^<>\s\u0000-\u001f\u007f]{1,996}>/g) ?? []
  return [...new Set(found)].slice(-idsMost)
}
