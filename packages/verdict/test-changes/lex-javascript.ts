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
  const walk = new SpanScanner(raw)
  while (walk.step());
  return walk.spans
}

class SpanScanner {
  readonly spans: Span[] = []
  readonly #raw: string
  readonly #open: Open[] = []
  #at = 0
  #afterCondition = -1
  // Up to here no regular expression ends, so that a line of slashes is not walked again from each.
  #dividesUntil = -1

  constructor(raw: string) {
    this.#raw = raw
  }

  step(): boolean {
    significant.lastIndex = this.#at
    const match = significant.exec(this.#raw)
    if (!match) return false
    this.#at = significant.lastIndex
    this.#take(match[0], match.index)
    return this.#at < this.#raw.length
  }

  #take(found: string, index: number) {
    const raw = this.#raw
    const from = this.#at
    if (found === '//') this.#at = this.#add(index, raw.indexOf('\n', from), 'comment')
    else if (found === '/*') this.#at = this.#add(index, pastBlock(raw, from), 'comment')
    else if (found === '`') this.#template()
    else if (found === '"' || found === "'")
      this.#at = this.#add(from, endOfEscaped(raw, found, from, true), 'string') + 1
    else if (found === '/') this.#slash(index)
    else if (found === '(') this.#open.push(wordsBeforeCondition.test(before(raw, index).left) ? 'condition' : 'group')
    else if (found === '{') this.#open.push('block')
    else this.#close(found, index)
  }

  #add(start: number, end: number, as: Span['as']) {
    const last = end === -1 ? this.#raw.length : end
    this.spans.push({ start, end: last, as })
    return last
  }

  #close(found: string, index: number) {
    const closed = this.#open.pop()
    if (found === '}' && closed === 'template') this.#template()
    else if (closed === 'condition') this.#afterCondition = index
  }

  #template() {
    const last = this.#add(this.#at, endOfTemplate(this.#raw, this.#at), 'string')
    if (this.#raw[last] === '$') this.#open.push('template')
    this.#at = last + (this.#raw[last] === '$' ? 2 : 1)
  }

  #slash(index: number) {
    if (index < this.#dividesUntil || !startsExpression(this.#raw, index, this.#afterCondition)) return
    const end = endOfPattern(this.#raw, this.#at)
    if (end !== -1) this.#at = this.#add(this.#at, end, 'string') + 1
    else this.#dividesUntil = lineEnd(this.#raw, index)
  }
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
