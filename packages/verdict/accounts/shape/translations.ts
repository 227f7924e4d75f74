import { parse as parseProperties } from 'dot-properties'
import type { Node as JsonNode } from 'jsonc-parser'
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { jsonTree } from '../../data-entries.ts'
import { knownLanguages } from './terms.ts'
import { isIdleText, mayReplace } from './texts.ts'

const folder = /(?:^|\/)(?:_?locales?|langs?|languages?|i18n|intl|l10n|translations?|messages)\//i
const ending = /\.(json|arb|ya?ml|properties|po)$/i

/** Whether a file has the texts of a product in one language. */
export const isTranslation = (path: string): boolean => folder.test(path) && ending.test(path)

/** Texts by the keys that lead to them, and other values. */
interface Messages {
  readonly texts: ReadonlyMap<string, string>
  readonly fixed: readonly string[]
}

/**
 * True if two sides of a translation differ only in texts: each earlier text keeps its place and its placeholders,
 * texts may come, and no differing text has an address, new markup, a number, or a word of terms.
 */
export const isTranslationChange = (path: string, before: string | undefined, after: string): boolean =>
  textsToRead(path, before, after)?.length === 0

/**
 * The keys of the differing texts that a person has to read. Undefined if more than texts differs or a text was removed,
 * and for a language whose words for terms are not known.
 */
export const textsToRead = (path: string, before: string | undefined, after: string): readonly string[] | undefined => {
  const language = languageOf(path)
  if (language !== undefined && !knownLanguages.has(language)) return undefined
  const other = messagesOf(path, after)
  const one = before === undefined ? { texts: new Map<string, string>(), fixed: [] } : messagesOf(path, before)
  if (!one || !other || (before !== undefined && one.fixed.join('\n') !== other.fixed.join('\n'))) return undefined
  if ([...one.texts.keys()].some((key) => !other.texts.has(key))) return undefined
  return [...other.texts].flatMap(([key, text]) => {
    const was = one.texts.get(key)
    const isIdle = was === text || (!isTelling(key) && (was === undefined ? mayCome(text) : mayTakePlace(was, text)))
    return isIdle ? [] : [key]
  })
}

/** The language in the name of a file, or of its folder. */
const languageOf = (path: string): string | undefined => {
  const parts = path.replace(ending, '').split('/')
  const name = parts.pop()!
  const named = [name, name.split(/[._]/).at(-1)!, ...parts.toReversed()]
  const found = named.flatMap((part) => /^([a-z]{2,3})(?:[-_][A-Za-z]{2,4})?$/.exec(part)?.[1] ?? [])
  return found.find((part) => part.length === 2)
}

/** Keys for texts about agreements, payments or warnings; and names that are never an object's own key. */
const isTelling = (key: string): boolean =>
  /consent|cookie|privacy|terms|legal|price|pricing|cost|fees?(?![a-z])|total|tax|refund|cancel|subscri|withdraw|agree|accept|decline|delete|danger|warn|confirm|security|password|disclaim|__proto__|constructor|prototype/i.test(
    key,
  )

const placeholder =
  /\{\{[^{}]{0,100}\}\}|%\{[^{}]{0,100}\}|\$\{[^{}]{0,100}\}|\{[^{}]{0,100}\}|%(?:\d\$)?[-+0#]{0,3}\d{0,3}(?:\.\d{1,3})?[a-zA-Z@]|<[^<>]{0,200}>|&\w{1,20};/g
const simple = /^(?:\{\{\s?\w{1,40}\s?\}\}|%\{\w{1,40}\}|\{\w{1,40}\}|%[sd])$/

const placeholdersIn = (text: string): readonly string[] => text.match(placeholder) ?? []
/** A text without its placeholders, which become full stops between its words. */
const proseIn = (text: string) => text.replaceAll(placeholder, ' . ')

const mayCome = (text: string): boolean =>
  placeholdersIn(text).every((found) => simple.test(found)) && (text === '' || isIdleText(proseIn(text)))

const mayTakePlace = (before: string, after: string): boolean => {
  // Placeholders without a name take values by their order.
  const isNamed = placeholdersIn(before).every((found) => !found.startsWith('%') || found.startsWith('%{'))
  const placesIn = (text: string) => (isNamed ? placeholdersIn(text).toSorted() : placeholdersIn(text)).join('\n')
  return placesIn(before) === placesIn(after) && mayReplace(proseIn(before), proseIn(after))
}

const messagesOf = (path: string, text: string): Messages | undefined => {
  try {
    const kind = ending.exec(path)![1]!.toLowerCase()
    if (kind === 'json' || kind === 'arb') return jsonMessages(text)
    if (kind === 'properties') return propertiesMessages(text)
    return kind === 'po' ? poMessages(text) : yamlMessages(text)
  } catch {
    return undefined
  }
}

/** Collects texts; a key that is there twice makes it undefined, since readers differ in which one they take. */
const collector = () => {
  const texts = new Map<string, string>()
  const fixed: string[] = []
  let isClear = true
  return {
    add: (keys: readonly string[], value: unknown) => {
      const key = JSON.stringify(keys)
      if (texts.has(key)) isClear = false
      if (typeof value === 'string' && !keys.some((part) => part.startsWith('@'))) texts.set(key, value)
      else fixed.push(`${key} ${JSON.stringify(value)}`)
    },
    messages: (): Messages | undefined => (isClear ? { texts, fixed } : undefined),
  }
}
type Collector = ReturnType<typeof collector>

const deepest = 20

const jsonMessages = (text: string): Messages | undefined => {
  const root = jsonTree(text)
  const found = collector()
  return root?.type === 'object' && addJson(root, [], found) ? found.messages() : undefined
}

const addJson = (node: JsonNode, keys: readonly string[], found: Collector): boolean => {
  if (keys.length > deepest) return false
  if (node.type === 'array' || node.type === 'object') {
    found.add([...keys, '@is'], node.type)
    const isList = node.type === 'array'
    return (node.children ?? []).every((child, at) =>
      isList
        ? addJson(child, [...keys, String(at)], found)
        : addJson(child.children![1]!, [...keys, String(child.children![0]!.value)], found),
    )
  }
  found.add(keys, node.value)
  return true
}

/** Plain scalars that some readers of YAML take for a truth, a number or nothing. */
const ambiguous = /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.\d].{0,100})$/i

const yamlMessages = (text: string): Messages | undefined => {
  const document = parseDocument(text, { uniqueKeys: true, merge: false })
  const found = collector()
  const isWhole = document.errors.length === 0 && document.warnings.length === 0 && !text.includes('!')
  return isWhole && isMap(document.contents) && addYaml(document.contents, [], found) ? found.messages() : undefined
}

const addYaml = (node: unknown, keys: readonly string[], found: Collector): boolean => {
  if (keys.length > deepest || isAlias(node)) return false
  if (isMap(node)) {
    found.add([...keys, '@is'], 'map')
    return (
      node.anchor === undefined &&
      node.items.every(({ key, value }) => isScalar(key) && addYaml(value, [...keys, String(key.value)], found))
    )
  }
  if (isSeq(node)) {
    found.add([...keys, '@is'], 'list')
    return node.anchor === undefined && node.items.every((item, at) => addYaml(item, [...keys, String(at)], found))
  }
  if (!isScalar(node) || node.anchor !== undefined) return false
  const isDoubtful = node.type === 'PLAIN' && ambiguous.test(String(node.source))
  found.add(isDoubtful ? [...keys, '@plain'] : keys, node.value)
  return true
}

const propertiesMessages = (text: string): Messages | undefined => {
  const found = collector()
  for (const [key, value] of Object.entries(parseProperties(text))) found.add([key], value)
  return found.messages()
}

const poLine = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) "((?:[^"\\]|\\.)*)"$/
const poRest = /^"((?:[^"\\]|\\.)*)"$/

/** The texts of a catalogue by their source text; its header, its notes and its flags are no texts. */
const poMessages = (text: string): Messages | undefined => {
  const found = collector()
  for (const entry of text.replaceAll('\r\n', '\n').split(/\n\n/)) {
    const fields: [name: string, value: string][] = []
    for (const line of entry.split('\n')) {
      const named = poLine.exec(line)
      const rest = named ? undefined : poRest.exec(line)
      if (named) fields.push([named[1]!, named[2]!])
      else if (rest && fields.length > 0) fields.at(-1)![1] += rest[1]!
      else if (line.startsWith('#,') || line.startsWith('#~')) found.add(['@note', line, String(fields.length)], line)
      else if (line !== '' && !line.startsWith('#')) return undefined
    }
    const of = fields.filter(([name]) => !name.startsWith('msgstr')).map(([name, value]) => `${name} ${value}`)
    if (of.length === 0) continue
    const isHeader = fields.some(([name, value]) => name === 'msgid' && value === '')
    for (const [name, value] of fields)
      if (name.startsWith('msgstr')) found.add([...(isHeader ? ['@header'] : []), ...of, name], value)
  }
  return found.messages()
}
