import type { Request } from './request.ts'
import { valuesIn } from './values.ts'

/** Ways in which a line of a test may differ where the request asks for them. */
export interface AskedForms {
  readonly isSame: (was: string, is: string, beginsTest: boolean) => boolean
  /** Whether an assertion of a result demands the exception that the request names in its place. */
  readonly throwsInstead: (was: string, is: string) => boolean
  /** Whether a line that is new only groups tests. */
  readonly groups: (line: string) => boolean
  readonly isGrouping: boolean
}

const grouping = /\b(?:group|nest|wrap|describe)\w*\b/i
const opensGroup = /^(?:(?:describe|context|suite)\s*\(|class Test.*:$)/
const closesGroup = /^\}\)?;?\)?;?$/
const awaiting = /\b(?:async\w*|await\w*|promises?)\b/i
const signature =
  /\b(?:signature|parameters?|params?|arguments?|args?|takes?|accepts?|options? object|pass(?:es|ed)?|receives?|keywords?)\b/i

export const askedForms = (request: Request): AskedForms => {
  const isAsync = request.asks(awaiting)
  const called = request.asks(signature) ? namesIn(request) : []
  const isGrouping = request.asks(grouping, /\b(?:tests?|describe|suites?|specs?|cases)\b/i)
  return {
    isGrouping,
    throwsInstead: (was, is) => throwsInstead(was, is, request),
    groups: (line) => isGrouping && (opensGroup.test(line.trim()) || closesGroup.test(line.trim())),
    isSame: (was, is, beginsTest) =>
      (isAsync && awaitsMore(was, is, beginsTest)) ||
      called.some((name) => callsAlike(was, is, { name, wants: request.wants })),
  }
}

const throwing = /\b(?:throw|rais)/i
const thrown = [
  /^assert\.throws\(\(\) => (.+), ([A-Z]\w+)\);?$/,
  /^expect\(\(\) => (.+)\)\.toThrow(?:Error)?\(([A-Z]\w+)\);?$/,
]
const resulted = [
  /^assert\.(?:equal|strictEqual|deepEqual|deepStrictEqual)\((.+), ([\w.'"`-]+)\);?$/,
  /^expect\((.+)\)\.(?:toBe|toEqual|toStrictEqual)\(([\w.'"`-]+)\);?$/,
]

const partsBy = (forms: readonly RegExp[], line: string) => {
  const found = forms.map((form) => form.exec(line)).find((match) => match !== null)
  return found ? { call: found[1]!, value: found[2]! } : undefined
}

/** The same call. Any fault of the code throws an `Error`, so that the request has to name a narrower class. */
const throwsInstead = (was: string, is: string, request: Request) => {
  const old = partsBy(resulted, was)
  const now = partsBy(thrown, is)
  const name = old && /(?<![\w$])\d*([A-Za-z_$][\w$]*)\([^()]*\)$/.exec(old.call)?.[1]
  if (!old || !now || name === undefined || old.call !== now.call || now.value === 'Error') return false
  const bare = old.value.replace(/^['"`]|['"`]$/g, '').replace(/\W/g, '\\$&')
  const isGivenUp = new RegExp(`(?:instead of|rather than|in place of)\\s(?:\\w+\\s){0,3}['"\`“]?${bare}(?![\\w])`, 'i')
  const asWord = (text: string) => new RegExp(`(?<![\\w$])${text.replaceAll('$', '\\$')}(?![\\w$])`)
  return isGivenUp.test(request.text) && request.asks(throwing, asWord(name), asWord(now.value))
}

const namesMost = 50

const namesIn = (request: Request) =>
  [...new Set(request.text.match(/[A-Za-z_$][\w$]{1,60}/g) ?? [])]
    .filter((name) => request.asks(signature, new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)))
    .slice(0, namesMost)

const count = (text: string, word: RegExp) => (text.match(word) ?? []).length

/** Only more waiting: a promise that is awaited no more can fail unseen. */
const awaitsMore = (was: string, is: string, beginsTest: boolean) => {
  const bare = (text: string) =>
    text
      .replace(/\b(?:async|await)\s+/g, '')
      .replace(/\(([\w.$]+\([^()]*\))\)(?=[.[])/g, '$1')
      .trim()
  if (count(is, /\basync\b/g) > count(was, /\basync\b/g) && !beginsTest) return false
  return bare(was) === bare(is) && count(is, /\bawait\b/g) >= count(was, /\bawait\b/g)
}

/** The same but for the arguments of one function, which keep their values and get none but wanted ones. */
const callsAlike = (was: string, is: string, { name, wants }: { readonly name: string } & Pick<Request, 'wants'>) => {
  const old = splitCalls(was, name)
  const now = splitCalls(is, name)
  if (old.calls.length === 0 || old.calls.length !== now.calls.length || old.rest.trim() !== now.rest.trim())
    return false
  return old.calls.every((call, at) => {
    const before = valuesIn(call)
    const values = valuesIn(now.calls[at]!)
    return (
      before.every((value) => values.includes(value)) && values.every((value) => before.includes(value) || wants(value))
    )
  })
}

/** A line without the arguments of the calls of one function, and these arguments. */
const splitCalls = (line: string, name: string) => {
  const calls: string[] = []
  let rest = ''
  let at = 0
  for (;;) {
    const start = line.indexOf(`${name}(`, at)
    if (start === -1) break
    const from = start + name.length + 1
    const end = closeOf(line, from)
    rest += `${line.slice(at, start)}${name}()`
    calls.push(line.slice(from, end))
    at = end + 1
  }
  return { calls, rest: rest + line.slice(at) }
}

const closeOf = (line: string, from: number) => {
  let depth = 1
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '(') depth += 1
    if (line[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return line.length
}
