import { isObeyed } from '../same/comments.ts'

interface Declaration {
  /** The selectors and at-rules around it, from outside to inside. */
  readonly within: readonly string[]
  readonly text: string
}

const mostDeclarations = 50_000

/**
 * True if two style sheets differ only in looks: in the colours, type, borders and distances from the table below, with
 * values that hide nothing, under selectors for nothing that people must see. Everything else is as it was, in its
 * order.
 */
export const isStyleChange = (path: string, before: string, after: string): boolean => {
  const isNested = !path.endsWith('.css')
  const one = sheetOf(before, isNested)
  const other = one && sheetOf(after, isNested)
  if (!one || !other || one.obeyed !== other.obeyed) return false
  return fixedIn(one.declarations) === fixedIn(other.declarations) && !hasInvisibleText(other.declarations)
}

const fixedIn = (declarations: readonly Declaration[]): string =>
  JSON.stringify(declarations.filter((one) => !isFree(one)))

/** Selectors for elements that people must see or be able to press, and rules that only bots or some people meet. */
const mustBeSeen =
  /consent|cookie|privacy|terms|legal|price|pricing|cost|total|amount|fee|tax|discount|focus|disabled|invalid|error|warning|alert|danger|notice|banner|dialog|modal|subscri|cancel|declin|reject|refus|accept|agree|withdraw|checkbox|radio|label|required|captcha|password|login|skip|sr-only|visually|hidden|disclaim|footnote|small|fine|sponsor|advert|\bads?\b/i
const selector = /^[\w\s.#>+~,:&*()-]{1,1000}$/
const condition = /^@(?:media|supports|layer|container)\b[\w\s.,:<>=()-]{0,1000}$/

const isFree = ({ within, text }: Declaration): boolean => {
  const colon = text.indexOf(':')
  if (within.length === 0 || colon === -1) return false
  const isPlain = within.every((one) => (one.startsWith('@') ? condition : selector).test(one))
  if (!isPlain || within.some((one) => mustBeSeen.test(one))) return false
  const property = text.slice(0, colon).trim().toLowerCase()
  const value = text
    .slice(colon + 1)
    .replace(/!important$/i, '')
    .trim()
    .toLowerCase()
  if (value.length > 200 || !/^[\w#.,()%"' -]+$/.test(value)) return false
  if (property.startsWith('--')) return !mustBeSeen.test(property) && isColor(value)
  return Object.hasOwn(looks, property) && looks[property]!(value)
}

const pixelsOf: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 1.3, ch: 8, em: 16, rem: 16 }

const isLength = (value: string, least: number, most: number): boolean => {
  const found = /^(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})([a-z]{0,3})$/.exec(value)
  const unit = pixelsOf[found?.[2] ?? '?']
  if (!found || unit === undefined || (found[2] === '' && Number(found[1]) !== 0)) return false
  const pixels = Number(found[1]) * unit
  return least <= pixels && pixels <= most
}

const color =
  /^(?:#[\da-f]{3}|#[\da-f]{6}|[a-z]{3,20}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)\([\d.%, ]{1,60}\)|var\(--[\w-]{1,80}\))$/
const isColor = (value: string): boolean =>
  color.test(value) &&
  !/^(?:transparent|none|initial|unset|revert|inherit|canvas\w*)$/.test(value) &&
  value.split(',').length < 4

/** Whether all words of a value pass a test; a comma does not end a word. */
const each = (value: string, test: (word: string) => boolean): boolean =>
  value.replaceAll(/,\s+/g, ',').split(/\s+/).every(test)
const distances = (value: string) => each(value, (word) => word === 'auto' || isLength(word, 0, 200))
const lineStyle = /^(?:solid|dashed|dotted|double|groove|ridge)$/
const border = (value: string) => each(value, (word) => lineStyle.test(word) || isLength(word, 1, 20) || isColor(word))
const oneOf =
  (...words: readonly string[]) =>
  (value: string) =>
    words.includes(value)
const sides = 'top right bottom left block inline block-start block-end inline-start inline-end'.split(' ')
const onSides = (name: string, test: (value: string) => boolean, ending = '') =>
  Object.fromEntries([`${name}${ending}`, ...sides.map((side) => `${name}-${side}${ending}`)].map((key) => [key, test]))

/** The closed table of looks: the properties that may change, each with the values that may be on either side. */
const looks: Readonly<Record<string, (value: string) => boolean>> = {
  color: isColor,
  'background-color': isColor,
  background: isColor,
  fill: isColor,
  stroke: isColor,
  ...onSides('border', border),
  ...onSides('border', isColor, '-color'),
  ...onSides('border', (value) => lineStyle.test(value), '-style'),
  ...onSides('border', (value) => each(value, (word) => isLength(word, 1, 20)), '-width'),
  ...onSides('margin', distances),
  ...onSides('padding', (value) => each(value, (word) => isLength(word, 0, 200))),
  'border-radius': (value) => each(value, (word) => isLength(word, 0, 1_000) || /^\d{1,2}%$/.test(word)),
  'border-collapse': oneOf('collapse', 'separate'),
  gap: distances,
  'row-gap': distances,
  'column-gap': distances,
  'font-family': (value) => /^[\w\s,"'-]{1,200}$/.test(value),
  'font-size': (value) => isLength(value, 11, 100),
  'font-style': oneOf('normal', 'italic', 'oblique'),
  'font-weight': (value) => /^(?:normal|bold|bolder|lighter|[1-9]00)$/.test(value),
  'line-height': (value) => /^(?:normal|[12](?:\.\d{1,3})?)$/.test(value),
  'letter-spacing': (value) => value === 'normal' || isLength(value, 0, 4),
  'text-align': oneOf('left', 'right', 'center', 'justify', 'start', 'end'),
  'text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
}

/** Whether a rule colours a text like its background. */
const hasInvisibleText = (declarations: readonly Declaration[]): boolean => {
  const behind = new Map<string, Set<string>>()
  const front = new Map<string, Set<string>>()
  for (const { within, text } of declarations) {
    const [property = '', value = ''] = text.toLowerCase().split(':')
    const side =
      property.trim() === 'color' ? front : /^background(?:-color)?$/.test(property.trim()) ? behind : undefined
    const key = JSON.stringify(within)
    side?.set(key, (side.get(key) ?? new Set()).add(value.trim()))
  }
  return [...front].some(([key, values]) => [...values].some((value) => behind.get(key)?.has(value)))
}

/**
 * The declarations of a style sheet in their order, and the comments that a tool obeys or that deceive a reader;
 * undefined for one whose form is in doubt.
 */
const sheetOf = (text: string, isNested: boolean) => {
  const declarations: Declaration[] = []
  const obeyed: string[] = []
  const within: string[] = []
  let current = ''
  let depth = 0
  const takeWords = () => {
    const words = current.trim().replaceAll(/\s+/g, ' ')
    current = ''
    return words
  }
  const end = () => {
    const words = takeWords()
    if (words !== '') declarations.push({ within: [...within], text: words })
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const isLineComment = isNested && character === '/' && text[at + 1] === '/'
    if (isLineComment || (character === '/' && text[at + 1] === '*')) {
      const close = isLineComment ? text.indexOf('\n', at) : text.indexOf('*/', at + 2)
      if (close === -1 && !isLineComment) return undefined
      const to = close === -1 ? text.length : close + (isLineComment ? 0 : 2)
      const comment = text.slice(at, to)
      if (isObeyed(comment) || /stylelint|sourceurl/i.test(comment)) obeyed.push(`${declarations.length} ${comment}`)
      current += ' '
      at = to - 1
    } else if (character === '"' || character === "'") {
      const close = endOfString(text, at)
      if (close === -1) return undefined
      current += text.slice(at, close + 1)
      at = close
    } else if (character === '(' && /url$/i.test(current) && !/^\s*["']/.test(text.slice(at + 1, at + 20))) {
      const close = text.indexOf(')', at)
      if (close === -1 || /[{}'"\\\n(]/.test(text.slice(at + 1, close))) return undefined
      current += text.slice(at, close + 1)
      at = close
    } else if (character === '\\') {
      current += text.slice(at, at + 2)
      at += 1
    } else if (character === '{') {
      if (depth > 0 || /[#@$]$/.test(current) || within.length > 20) return undefined
      within.push(takeWords())
    } else if (character === '}') {
      if (depth > 0 || within.length === 0) return undefined
      end()
      within.pop()
    } else if (character === ';' && depth === 0) end()
    else {
      if (character === ';') return undefined
      if ('(['.includes(character)) depth += 1
      if (')]'.includes(character)) depth -= 1
      if (depth < 0) return undefined
      current += character
    }
    if (declarations.length > mostDeclarations) return undefined
  }
  end()
  return within.length === 0 && depth === 0 ? { declarations, obeyed: obeyed.join('\n') } : undefined
}

const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '\n') return -1
    else if (text[at] === text[from]) return at
  }
  return -1
}
