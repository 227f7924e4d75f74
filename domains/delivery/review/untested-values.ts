const quotedText = /“([^”\n]{1,80})”|"([^"\n]{1,80})"|`([^`\n]{1,80})`/g
const errorName = /\b[A-Z]\w{0,80}(?:Error|Exception)\b/g
/** With two digits or a point at least: every text has a 1. */
const number = /(?<![\w.,#-])(?:\d{2,15}(?:[.]\d{1,9})?|\d[.]\d{1,9})(?![\w.]*\w)/g

const requestMostChars = 20_000
const valuesMost = 20

/**
 * Numbers, quoted texts and names of errors of a request that none of these tests has. No sentence is read, and nothing
 * is decided by them: a person sees what no test asserts.
 */
export const untestedValues = (request: string, tests: readonly string[]): readonly string[] => {
  const text = withoutBlocks(request.slice(0, requestMostChars))
  const quoted = [...text.matchAll(quotedText)].map(([, curly, straight, code]) => curly ?? straight ?? code ?? '')
  const bare = text.replaceAll(quotedText, ' ')
  const values = [...quoted, ...(bare.match(errorName) ?? []), ...(bare.match(number) ?? [])]
  return [...new Set(values.map((value) => value.trim()))]
    .filter((value) => value !== '' && !tests.some((test) => test.includes(value)))
    .slice(0, valuesMost)
}

/** Blocks of code are no words of the request. */
const withoutBlocks = (text: string): string => {
  let isInside = false
  const lines = text.split('\n').filter((line) => {
    const isFence = line.startsWith('```')
    if (isFence) isInside = !isInside
    return !isFence && !isInside
  })
  return lines.join('\n')
}
