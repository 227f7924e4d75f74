const modal = 'should|shall|must|ought to|has to|have to|needs? to|will|would|please'
/** Words that announce a value, up to their verb. */
const future = new RegExp(
  `\\b(?:(?:${modal})(?:\\s+[\\w“"'\`]+){0,3}?\\s+(?:be|become|give|return|show|say|print|read|yield|cost|end|begin|use|mean)\\b|(?:${modal}|to|into|becomes?|wants?|wanted|wishes|expects|expected|now)\\b)`,
)
/** Words that say that a value was, is, or shall not be. */
const present =
  /\b(?:instead of|rather than|in place of|no longer|from|not|never|nor|but|than|gives?|gets?|got|gave|returns?|returned|shows?|shown|says?|said|prints?|reads?|yields?|was|were|is|are|has|have|had|old|actual(?:ly)?|currently|today|previously)\b/
const marker = new RegExp(`${future.source}|${present.source}`, 'gi')
const inPlaceOf = /^[^\w\s]{0,3}\s+(?:instead of|rather than|in place of)\b/i
const denied = /\b(?:not|never|no longer)\b/i

/** Whether a text names a value as a wish: the last deciding word before it says so, in one sentence. */
export const wantsIn = (request: string): ((value: string) => boolean) => {
  const sentences = request
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]{0,99}\n(?!\s{0,99}\n)\s{0,99}/g, ' ')
    .split(/\n|;|[.!?](?=\s)/)
  return (value) => value.trim() !== '' && sentences.some((sentence) => isWanted(sentence, value))
}

const isWanted = (sentence: string, value: string) => {
  for (let at = sentence.indexOf(value); at !== -1; at = sentence.indexOf(value, at + 1)) {
    const before = sentence.slice(0, at)
    const after = sentence.slice(at + value.length)
    if (/[\w.]$/.test(before) && /^\w/.test(value)) continue
    if (/\w$/.test(value) && /^(?:\w|[.]\w)/.test(after)) continue
    if (inPlaceOf.test(after)) return true
    const last = [...before.matchAll(marker)].at(-1)?.[0]
    if (last !== undefined && new RegExp(`^${future.source}$`, 'i').test(last) && !denied.test(last)) return true
  }
  return false
}

const wrongNow =
  /\b(?:fix|bugs?|mend|repair|crash\w*|broken|incorrect|wrong|fail\w*|should|shall|must|ought|expect\w*|instead|rather|no longer|never|not|was|were|got|gave)\b|n['’]t\b/i
const endsWithThen = /(?<![,;:]\s{0,9}|\band\s{1,9})\bthen(?=\s{0,9}(?:[,.;:!]|$))/i

/**
 * Whether a text says that a value is the result of what it asks for: “Add a line. The total is 26 then.” A text that
 * also speaks of something wrong may mean the value by it, so it says nothing here.
 */
export const resultsIn = (request: string): ((value: string) => boolean) => {
  const sentences = wrongNow.test(request)
    ? []
    : request.split(/\n|[.!?](?=\s|$)/).filter((sentence) => endsWithThen.test(sentence.trim()))
  return (value) =>
    value.trim() !== '' &&
    sentences.some((sentence) => {
      const at = sentence.indexOf(value)
      return at !== -1 && !/[\w.]$/.test(sentence.slice(0, at)) && !/^[.]?\w/.test(sentence.slice(at + value.length))
    })
}

const renaming = /\brenam(?:e|es|ed|ing)\b([^\n.]{1,120}?)\b(?:to|into|as)\s+[`'"“]?([A-Za-z_$][\w$]*)/gi

/** Gives lines of code the names that a text asks for: “Rename `sum` to `total`”. */
export const renamesIn = (request: string): ((code: string) => string) => {
  const renames = namesIn(request)
  return renames.size === 0 ? (code) => code : (code) => code.replace(word, (name) => renames.get(name) ?? name)
}

/** The same for the first line of a test, whose own name may have the earlier name: `TestSum`, `test_sum`. */
export const testRenamesIn = (request: string): ((line: string) => string) => {
  const renames = namesIn(request)
  return (line) =>
    line.replace(word, (name) => {
      const [, prefix, rest] = /^(test_?)(.+)$/i.exec(name) ?? []
      const now = rest === undefined ? undefined : renames.get(rest)
      return renames.get(name) ?? (now === undefined ? name : `${prefix}${now}`)
    })
}

const word = /[A-Za-z_$][\w$]*/g

const namesIn = (request: string): ReadonlyMap<string, string> => {
  const names = [...request.matchAll(renaming)].flatMap(([, between, name]) => {
    const quoted = /[`'"“]([A-Za-z_$][\w$]*)[`'"”]/.exec(between!)?.[1]
    const old = quoted ?? /([A-Za-z_$][\w$]{0,99})$/.exec(between!.trimEnd())?.[1]
    return old === undefined ? [] : [[old, name!] as const]
  })
  return new Map(names)
}
