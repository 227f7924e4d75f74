/** Kinds that every reader finds. An answer is a message from or to a single agent: only for the agency. */
export const hitKinds = ['project', 'cycle', 'task', 'message'] as const
export type HitKind = (typeof hitKinds)[number]
/** The kinds that a search may be limited to. Documents are the agency’s. */
const soughtKinds = [...hitKinds, 'document'] as const
type SoughtKind = (typeof soughtKinds)[number]
export type StoredKind = SoughtKind | 'answer'

/** Kinds of things that the agency's people find by any part of the name. */
export const namedKinds = ['client', 'invoice', 'deliverable', 'person', 'growth', 'play', 'lead', 'secret'] as const
export type NamedKind = (typeof namedKinds)[number]
/** The kinds that a search may be limited to, including the kinds that are found by name. */
export const searchedKinds = [...soughtKinds, ...namedKinds] as const
export type SearchedKind = (typeof searchedKinds)[number]
/** True if things of a kind are found by any part of their name. */
export const isNamedKind = (kind: SearchedKind): kind is NamedKind => namedKinds.some((one) => one === kind)

/** How many of each kind at most. */
export const namedMost = 8

export const hitsMost = 50
/** How many entries with the rarest word of a search are ranked. */
export const rankedMost = 2_000
/** How many words of a search count: the rarest. */
export const wordsMost = 8

/** The kinds of rows that such a search reads, for a person of the agency or a client. */
export const storedKinds = (kind: SearchedKind | undefined, isOfAgency: boolean): StoredKind[] => {
  const kinds = kind === undefined ? soughtKinds : isNamedKind(kind) ? [] : [kind]
  return kinds.flatMap((one): StoredKind[] => {
    if (one === 'document' && !isOfAgency) return []
    return one === 'message' && isOfAgency ? ['message', 'answer'] : [one]
  })
}

/** The hits with at most one cycle or task of each change. Messages about it are hits of their own. */
export const onePerChange = <Row extends { readonly kind: string; readonly cycleId: string | null }>(
  rows: readonly Row[],
): readonly Row[] => {
  const shown = new Set<string>()
  return rows.filter(({ kind, cycleId }) => {
    if (cycleId === null || (kind !== 'cycle' && kind !== 'task')) return true
    const isFirst = !shown.has(cycleId)
    shown.add(cycleId)
    return isFirst
  })
}

// Lines that mark a block for a program: fences of code, the edits of the offline model, rules of tables.
const isMarkLine = (line: string) =>
  ['```', '~~~', '<<<<<<<', '=======', '>>>>>>>'].some((mark) => line.startsWith(mark)) ||
  (line.startsWith('|') && /^[|:\- ]+$/.test(line))

/** The cells of a row of a table, with commas between them; another line without marks of Markdown. */
const readableLine = (line: string) =>
  line.startsWith('|')
    ? line
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(', ')
    : line.replace(/^(?:#{1,6} |> )/, '').replaceAll(/\*\*|`/g, '')

/** The lines of a text as a person reads them: its sentences, and all of it with the contents of blocks of code. */
const readableOf = (text: string): { readonly prose: string; readonly all: string } => {
  let isInBlock = false
  const prose: string[] = []
  const all: string[] = []
  for (const whole of text.slice(0, 32_000).split('\n')) {
    const line = whole.trim()
    if (line.startsWith('```') || line.startsWith('~~~')) isInBlock = !isInBlock
    if (isMarkLine(line)) continue
    all.push(isInBlock ? line : readableLine(line))
    if (!isInBlock) prose.push(readableLine(line))
  }
  return { prose: prose.join('\n'), all: all.join('\n') }
}

/** A piece of a text without marks of Markdown and edits: of its sentences, or of its code if only that has a hit. */
export const excerptOf = (text: string, sought: readonly string[]): SnippetPart[] => {
  const { prose, all } = readableOf(text)
  const ofProse = snippetOf(prose, sought)
  if (ofProse.some(({ isHit }) => isHit)) return ofProse
  const ofAll = snippetOf(all, sought)
  return ofProse.length === 0 || ofAll.some(({ isHit }) => isHit) ? ofAll : ofProse
}

const around = 60
const snippetMost = 200

export interface SnippetPart {
  readonly text: string
  readonly isHit: boolean
}

// Scripts without spaces between words, or that add syllables to them. The index has the same: migration 0267.
const dense =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}ー]/u

/**
 * A piece of a text in parts, with marks on parts that begin with a word of the search: from a little before the first
 * mark, on one line. A mark goes to the end of its word, or of the sought text in a script without spaces. Without a
 * mark it is the beginning of the text.
 */
export const snippetOf = (text: string, sought: readonly string[]): SnippetPart[] => {
  const line = text.slice(0, 32_000).replaceAll(/\s+/gu, ' ').trim()
  const words = [...line.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)].map((found) => ({
    at: found.index,
    end: found.index + found[0].length,
    word: found[0],
  }))
  const hits = words.flatMap((word) => hitsIn(word, sought))
  const first = hits.at(0)?.at ?? 0
  const from = first <= around ? 0 : (words.find(({ at }) => at >= first - around)?.at ?? first)
  const to = Math.min(line.length, from + snippetMost)
  const parts: SnippetPart[] = from === 0 ? [] : [{ text: '… ', isHit: false }]
  let at = from
  for (const hit of hits.filter((one) => one.at >= from && one.end <= to)) {
    if (hit.at > at) parts.push({ text: line.slice(at, hit.at), isHit: false })
    parts.push({ text: line.slice(hit.at, hit.end), isHit: true })
    at = hit.end
  }
  const rest = wholeLetters(line.slice(at, to)) + (to < line.length ? '…' : '')
  return rest === '' ? parts : [...parts, { text: rest, isHit: false }]
}

interface TextPlace {
  readonly at: number
  readonly end: number
}

const hitsIn = ({ at, end, word }: TextPlace & { readonly word: string }, sought: readonly string[]) => {
  const text = folded(word)
  if (!dense.test(word)) return sought.some((one) => text.startsWith(one)) ? [{ at, end }] : []
  const places = sought.flatMap((one) => placesOf(text, one))
  // If folding changes the length, places do not correspond.
  if (text.length !== word.length) return places.length > 0 ? [{ at, end }] : []
  return places
    .toSorted((a, b) => a.at - b.at || b.end - a.end)
    .reduce<TextPlace[]>((all, place) => ((all.at(-1)?.end ?? 0) > place.at ? all : [...all, place]), [])
    .map((place) => ({ at: at + place.at, end: at + place.end }))
}

/** Where a word is in a run of letters: a Latin one at its start, or where letters of another script end. */
const placesOf = (text: string, sought: string): readonly TextPlace[] => {
  const places: TextPlace[] = []
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length))
    if (dense.test(sought) || at === 0 || dense.test(text[at - 1]!)) places.push({ at, end: at + sought.length })
  return places
}

/** A text without half of a letter that takes two UTF-16 units. */
const wholeLetters = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '')

/** A word in the form of the database: small, without accents. */
export const folded = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .normalize('NFC')
