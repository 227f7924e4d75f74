import type { Request } from './request.ts'
import { valuesIn } from './values.ts'

/** Ways in which a line of a test may differ where the request asks for them. */
export interface AskedForms {
  readonly isSame: (was: string, is: string, beginsTest: boolean) => boolean
  /** Whether a line that is new only groups tests. */
  readonly groups: (line: string) => boolean
  readonly isGrouping: boolean
}

const grouping = /\b(?:group|nest|wrap|describe)\w*\b/i
const opensGroup = /^(?:(?:describe|context|suite)\s*\(|class Test\w*.*:$)/
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
    groups: (line) => isGrouping && (opensGroup.test(line.trim()) || closesGroup.test(line.trim())),
    isSame: (was, is, beginsTest) =>
      (isAsync && awaitsMore(was, is, beginsTest)) || called.some((name) => callsAlike(was, is, name)),
  }
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

/** The same but for the arguments of one function, which keep every value that they had. */
const callsAlike = (was: string, is: string, name: string) => {
  const old = splitCalls(was, name)
  const now = splitCalls(is, name)
  if (old.calls.length === 0 || old.calls.length !== now.calls.length || old.rest.trim() !== now.rest.trim())
    return false
  return old.calls.every((call, at) => {
    const values = valuesIn(now.calls[at]!)
    return valuesIn(call).every((value) => values.includes(value))
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
