import { writeFile } from 'node:fs/promises'
import { textOf } from '../files.ts'
import { resolvePath } from '../path.ts'
import { ToolRefusal } from '../refusal.ts'
import { changeReport } from './change-report.ts'
import { type FoundMatches, findMatches } from './find-matches.ts'
import { nearestLines } from './nearest-lines.ts'
import { pathField, tool, type Workshop } from './tool.ts'

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
  await writeFile(place.absolute, after)
  const notes = [...assumed].map((one) => `\nAssumed: ${one}.`).join('')
  return `Edited ${place.shown}.${notes}${await changeReport(shop, { ...place, before, after })}`
}

interface EditLabels {
  readonly shown: string
  readonly which: string
}

const carryOut = (text: string, { find, replace, replaceAll = false }: Edit, told: EditLabels) => {
  if (find === '') throw new ToolRefusal(`${told.which}find is empty. Give the text to replace, or use write.`)
  const found = findMatches(text, find, replace)
  if (found.places.length === 0) throw new ToolRefusal(notFound(text, find, replace, told))
  if (found.places.length > 1 && !replaceAll) throw new ToolRefusal(tooMany(text, found, told))
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
