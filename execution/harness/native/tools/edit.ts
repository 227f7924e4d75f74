import { writeFile } from 'node:fs/promises'
import { bytesLike, textOf } from '../files.ts'
import { resolvePath } from '../path.ts'
import { ToolRefusal } from '../refusal.ts'
import { changeReport } from './change-report.ts'
import { type FoundMatches, findMatches } from './find-matches.ts'
import { pathField, tool, type Workshop } from './tool.ts'
import { shownLine } from '../text.ts'

interface Edit {
  readonly find: string
  readonly replace: string
  readonly replaceAll?: boolean
}

const editFields = {
  find: { type: 'string', required: true, aliases: ['old_string', 'old_text', 'old_str', 'search', 'old'] },
  replace: { type: 'string', required: true, aliases: ['new_string', 'new_text', 'new_str', 'new', 'replacement'] },
  replaceAll: { type: 'boolean', description: 'Replace every occurrence', aliases: ['all'] },
} as const

export const editTool = (shop: Workshop) =>
  tool<Partial<Edit> & { path: string; edits?: Edit[] }>(
    'Replace texts in a file. Each text has to occur exactly once, unless replaceAll is set. Several edits of one file go into one call: they are done in order, all or none. The answer shows what changed.',
    {
      path: { ...pathField, required: true },
      edits: { type: 'array', items: editFields, description: 'What to replace, in order' },
      find: { ...editFields.find, required: false, description: 'For a single edit, in place of edits' },
      replace: { ...editFields.replace, required: false },
      replaceAll: editFields.replaceAll,
    },
    ({ path, edits, find, replace, replaceAll = false }) => {
      if (edits) return editFile(shop, path, edits)
      if (find === undefined) throw new ToolRefusal('Give edits, or find and replace.')
      return editFile(shop, path, [{ find, replace: replace ?? '', replaceAll }])
    },
  )

/** Carries all edits out, or none: an error names the edit that found no single place. */
const editFile = async (shop: Workshop, path: string, edits: readonly Edit[]): Promise<string> => {
  const place = await resolvePath(shop.root, path)
  const before = await textOf(place)
  if (edits.length === 0) throw new ToolRefusal('edits is empty.')
  let after = before
  const assumed = new Set<string>()
  for (const [at, edit] of edits.entries()) {
    const which = edits.length > 1 ? `Edit ${at + 1} of ${edits.length}: ` : ''
    const done = carryOut(after, edit, { shown: place.shown, which })
    after = done.text
    if (done.assumed) assumed.add(done.assumed)
  }
  if (after === before) throw new ToolRefusal(`The new text is the old one: ${place.shown} stays as it is.`)
  await writeFile(place.absolute, await bytesLike(place, after))
  const notes = [...assumed].map((one) => `\nAssumed: ${one}.`).join('')
  return `Edited ${place.shown}.${notes}${await changeReport(shop, { ...place, before, after })}`
}

interface EditLabels {
  readonly shown: string
  readonly which: string
}

const carryOut = (text: string, { find, replace, replaceAll = false }: Edit, labels: EditLabels) => {
  if (find === '') throw new ToolRefusal(`${labels.which}find is empty. Give the text to replace, or use write.`)
  const found = findMatches(text, find, replace)
  if (found.places.length === 0) throw new ToolRefusal(notFound(text, find, replace, labels))
  if (found.places.length > 1 && !replaceAll) throw new ToolRefusal(tooMany(text, found, labels))
  return { text: replaced(text, found), assumed: found.assumed }
}

const replaced = (text: string, { places }: FoundMatches) => {
  let after = ''
  let from = 0
  for (const place of places) {
    // The first of two that overlap counts.
    if (place.start < from) continue
    after += text.slice(from, place.start) + place.text
    from = place.end
  }
  return after + text.slice(from)
}

const tooMany = (text: string, { places }: FoundMatches, { shown, which }: EditLabels) => {
  const lines = places.slice(0, 10).map(({ start }) => text.slice(0, start).split('\n').length)
  return `${which}The text to find is in ${shown} ${places.length} times, at the lines ${lines.join(', ')}. Add lines around it until it is there once, or set replaceAll. Nothing was changed.`
}

const notFound = (text: string, find: string, replace: string, { shown, which }: EditLabels) => {
  const isDone = replace.trim().length > 3 && text.includes(replace)
  const near = nearestLines(text, find)
  const hint = isDone
    ? 'The new text is in the file already.'
    : near
      ? `The nearest lines are:\n${near}`
      : 'Read the file first.'
  return `${which}The text to find is not in ${shown}. Nothing was changed. ${hint}`
}

const linesMost = 20_000
const leastSimilar = 0.6

/** The lines of a text that are most like the first lines of another, numbered; undefined when none is alike. */
const nearestLines = (text: string, find: string): string | undefined => {
  const wanted = find.split('\n').filter((line) => line.trim() !== '')
  const lines = text.split('\n').slice(0, linesMost)
  if (wanted.length === 0) return undefined
  const pairs = pairsOf(wanted[0]!)
  const scores = lines.map((line) => similarity(pairs, pairsOf(line)))
  const best = scores.indexOf(Math.max(...scores))
  if (best === -1 || scores[best]! < leastSimilar) return undefined
  return lines
    .slice(best, best + Math.min(wanted.length + 1, 12))
    .map((line, at) => `${String(best + at + 1).padStart(5)}\t${shownLine(line, 300)}`)
    .join('\n')
}

const pairsOf = (line: string) => {
  const plain = line.replaceAll(/\s+/g, '').slice(0, 200)
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)))
}

/** Dice's coefficient over pairs of characters. */
const similarity = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}
