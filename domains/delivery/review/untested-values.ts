const quotedText = /“([^”\n]{1,80})”|"([^"\n]{1,80})"|`([^`\n]{1,80})`/g
const errorName = /\b[A-Z]\w{0,80}(?:Error|Exception)\b/g
/** With two digits or a point at least: every text has a 1. */
const number = /(?<![\w.,#-])(?:\d{2,15}(?:[.]\d{1,9})?|\d[.]\d{1,9})(?![\w.]*\w)/g

const requestMostChars = 20_000
const valuesMost = 20

/**
 * Numbers, quoted texts and error names in a request that none of these tests has, and its sentences about limits of
 * which no test has most words. Nothing is decided by them: a person sees the values that no test asserts.
 */
export const untestedValues = (request: string, tests: readonly string[]): readonly string[] => {
  const text = withoutBlocks(request.slice(0, requestMostChars))
  const quoted = [...text.matchAll(quotedText)].map(([, curly, straight, code]) => curly ?? straight ?? code ?? '')
  const bare = text.replaceAll(quotedText, ' ')
  const values = [...quoted, ...(bare.match(errorName) ?? []), ...(bare.match(number) ?? [])]
  const missing = [...new Set(values.map((value) => value.trim()))].filter(
    (value) => value !== '' && !tests.some((test) => test.includes(value)),
  )
  return [...missing, ...untestedSentences(text, tests)].slice(0, valuesMost)
}

const limit = /\b(?:never|only|at most|at least|no more than|no less than)\b/i
const sentence = /[^.!?;\n]+/g
const word = /\p{L}{4,40}/gu
const wordsOfLimits = ['never', 'only', 'most', 'least', 'more', 'than', 'less', 'must', 'should', 'when', 'with']
const sentencesMost = 5
const sentenceMostChars = 160
/** As many letters of a word as its forms have in common. */
const stemChars = 5

const untestedSentences = (text: string, tests: readonly string[]): readonly string[] => {
  const stems = tests.map((test) => new Set(stemsIn(test)))
  const isNamed = (words: readonly string[]) =>
    stems.some((known) => 2 * words.filter((one) => known.has(one)).length >= words.length)
  return [...new Set((text.match(sentence) ?? []).map((one) => one.trim()))]
    .filter((one) => limit.test(one) && !isNamed(stemsIn(one)))
    .slice(0, sentencesMost)
    .map((one) => one.slice(0, sentenceMostChars))
}

const stemsIn = (text: string): string[] =>
  (text.match(word) ?? [])
    .map((one) => one.toLowerCase())
    .filter((one) => !wordsOfLimits.includes(one))
    .map((one) => one.slice(0, stemChars))

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
