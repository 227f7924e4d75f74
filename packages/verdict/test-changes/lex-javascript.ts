/** A part of a text that is no code; of a string without its quotes. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly as: 'comment' | 'string'
}

/** The end of a string with backslashes: before its quote, or before the end of the line if that ends it; else -1. */
export const endOfEscaped = (raw: string, close: string, from: number, inLine: boolean): number => {
  for (let at = from; at < raw.length; at += 1) {
    if (raw[at] === '\\') at += 1
    else if (raw.startsWith(close, at) || (inLine && raw[at] === '\n')) return at
  }
  return -1
}

// The open parts around the code: a group with whether it holds a condition, a block, or a template's expression.
type Open = 'condition' | 'group' | 'block' | 'template'

const significant = /\/\/|\/\*|["'`/(){}]/g
const wordsBeforeExpression =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|instanceof|default|extends)$/
const wordsBeforeCondition = /(?:^|[^\w$.])(?:if|while|for|with)$/

/** Comments, strings, templates and regular expressions of JavaScript and TypeScript, by one walk without recursion. */
export const spansOfJavaScript = (raw: string): Span[] => {
  const spans: Span[] = []
  const open: Open[] = []
  let at = 0
  let afterCondition = -1
  // Up to here no regular expression ends, so that a line of slashes is not walked again from each.
  let dividesUntil = -1
  const add = (start: number, end: number, as: Span['as']) => {
    const last = end === -1 ? raw.length : end
    spans.push({ start, end: last, as })
    return last
  }
  const addTemplate = () => {
    const last = add(at, endOfTemplate(raw, at), 'string')
    if (raw[last] === '$') open.push('template')
    at = last + (raw[last] === '$' ? 2 : 1)
  }
  const addPattern = (index: number) => {
    if (index < dividesUntil || !startsExpression(raw, index, afterCondition)) return
    const end = endOfPattern(raw, at)
    if (end !== -1) at = add(at, end, 'string') + 1
    else dividesUntil = lineEnd(raw, index)
  }
  const close = (found: string, index: number) => {
    const closed = open.pop()
    if (found === '}' && closed === 'template') addTemplate()
    else if (closed === 'condition') afterCondition = index
  }
  while (at < raw.length) {
    significant.lastIndex = at
    const match = significant.exec(raw)
    if (!match) break
    at = significant.lastIndex
    const { 0: found, index } = match
    if (found === '//') at = add(index, raw.indexOf('\n', at), 'comment')
    else if (found === '/*') at = add(index, pastBlock(raw, at), 'comment')
    else if (found === '`') addTemplate()
    else if (found === '"' || found === "'") at = add(at, endOfEscaped(raw, found, at, true), 'string') + 1
    else if (found === '/') addPattern(index)
    else if (found === '(') open.push(wordsBeforeCondition.test(before(raw, index).left) ? 'condition' : 'group')
    else if (found === '{') open.push('block')
    else close(found, index)
  }
  return spans
}

const lineEnd = (raw: string, from: number) => {
  const end = raw.indexOf('\n', from)
  return end === -1 ? raw.length : end
}

const pastBlock = (raw: string, from: number) => {
  const end = raw.indexOf('*/', from)
  return end === -1 ? -1 : end + 2
}

const endOfTemplate = (raw: string, from: number) => {
  for (let at = from; at < raw.length; at += 1) {
    if (raw[at] === '\\') at += 1
    else if (raw[at] === '`' || (raw[at] === '$' && raw[at + 1] === '{')) return at
  }
  return -1
}

/** The code before this place, long enough for a word, and the place of its last character. */
const before = (raw: string, index: number) => {
  let end = index
  while (end > 0 && /\s/.test(raw[end - 1]!)) end -= 1
  return { left: raw.slice(Math.max(0, end - 12), end), last: end - 1 }
}

/** Whether a slash begins a regular expression here, and does not divide. */
const startsExpression = (raw: string, index: number, afterCondition: number) => {
  const { left, last } = before(raw, index)
  const character = left.at(-1)
  if (character === ')') return last === afterCondition
  if (character !== undefined && /[\w$]/.test(character)) return wordsBeforeExpression.test(left)
  return character === undefined || !']"\'`'.includes(character)
}

/** Where a regular expression ends on its line; else -1. */
const endOfPattern = (raw: string, from: number) => {
  let inClass = false
  for (let at = from; at < raw.length && raw[at] !== '\n'; at += 1) {
    if (raw[at] === '\\') at += 1
    else if (raw[at] === '[') inClass = true
    else if (raw[at] === ']') inClass = false
    else if (raw[at] === '/' && !inClass) return at
  }
  return -1
}
