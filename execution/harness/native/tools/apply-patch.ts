import { rm, stat, writeFile } from 'node:fs/promises'
import { bytesLike, makeFolder, textOf } from '../files.ts'
import { resolvePath, type WorktreePath } from '../path.ts'
import { ToolRefusal } from '../refusal.ts'
import { applyHunks } from './apply-hunks.ts'
import { changeReport } from './change-report.ts'
import { readPatch, type Section } from './patch-text.ts'
import { tool, type Workshop } from './tool.ts'

export const applyPatchTool = (shop: Workshop) =>
  tool<{ patch: string }>(
    'Change several files by one patch, all or nothing. The form: *** Begin Patch, then sections *** Add File: path (lines begin with +), *** Delete File: path, *** Update File: path (with *** Move to: path behind it where the file moves), then *** End Patch. Hunks of an update begin with @@ or @@ an enclosing line; their lines begin with a blank, - or +.',
    { patch: { type: 'string', required: true, aliases: ['input', 'patch_text', 'patchText', 'diff'] } },
    ({ patch }) => applyPatch(shop, patch),
  )

interface PlannedWrite {
  readonly place: WorktreePath
  /** The file that its text comes from, if it is moved. */
  readonly source?: WorktreePath
  readonly before: string | undefined
  readonly after: string | undefined
  readonly title: string
  readonly assumed: boolean
}

/** Checks every section before the first file is written. */
export const applyPatch = async (shop: Workshop, patch: string): Promise<string> => {
  const planned: PlannedWrite[] = []
  for (const section of readPatch(patch)) planned.push(...(await planOf(shop, section, planned)))
  const writes = await Promise.all(planned.map(bytesAfter))
  // Faults of a path show here, before the first file is written.
  for (const { place, after } of planned) if (after !== undefined) await makeFolder(place)
  for (const { place, bytes } of writes) await (bytes ? writeFile(place.absolute, bytes) : rm(place.absolute))
  const reports = await Promise.all(planned.map((one) => reportOf(shop, one)))
  const note = planned.some(({ assumed }) => assumed)
    ? '\nAssumed: white space and typographic characters do not matter.'
    : ''
  return `Patched ${planned.length} file${planned.length === 1 ? '' : 's'}.${note}\n${reports.join('\n')}`
}

const bytesAfter = async ({ place, source = place, after, before }: PlannedWrite) => {
  if (after === undefined) return { place, bytes: undefined }
  return { place, bytes: before === undefined ? Buffer.from(after) : await bytesLike(source, after) }
}

const reportOf = async (shop: Workshop, { place, before, after, title }: PlannedWrite) =>
  title + (await changeReport(shop, { ...place, before, after: after ?? '' }))

const planOf = async (shop: Workshop, section: Section, planned: readonly PlannedWrite[]): Promise<PlannedWrite[]> => {
  const place = await resolvePath(shop.root, section.path)
  if (section.kind === 'add') {
    if (await isThere(place, planned)) throw pathTaken(place)
    return [{ place, before: undefined, after: section.content, title: `Added ${place.shown}`, assumed: false }]
  }
  const earlier = planned.findLast((one) => one.place.absolute === place.absolute)
  if (earlier && earlier.after === undefined)
    throw new ToolRefusal(`${place.shown} is gone by an earlier section. Nothing was changed.`)
  const before = earlier?.after ?? (await textOf(place))
  if (section.kind === 'delete')
    return [{ place, before, after: undefined, title: `Deleted ${place.shown}`, assumed: false }]
  const { text: after, assumed } = applyHunks(before, section.hunks, place.shown)
  if (section.moveTo === undefined) return [{ place, before, after, title: `Changed ${place.shown}`, assumed }]
  const target = await resolvePath(shop.root, section.moveTo)
  if (await isThere(target, planned)) throw pathTaken(target)
  return [
    { place: target, source: place, before, after, title: `Moved ${place.shown} to ${target.shown}`, assumed },
    { place, before: undefined, after: undefined, title: `Removed ${place.shown}`, assumed },
  ]
}

const isThere = async ({ absolute }: WorktreePath, planned: readonly PlannedWrite[]) => {
  const earlier = planned.findLast(({ place }) => place.absolute === absolute)
  if (earlier) return earlier.after !== undefined
  return (await stat(absolute).catch(() => undefined)) !== undefined
}

const pathTaken = ({ shown }: WorktreePath) =>
  new ToolRefusal(`${shown} is there already. Use *** Update File. Nothing was changed.`)

/** The patch in a shell command that calls apply_patch, as some models send it; undefined for any other command. */
export const patchInCommand = (command: string): string | undefined => {
  if (!/(^|[\s;&|("'])(apply_?patch)\b/.test(command)) return undefined
  const begin = command.indexOf('*** Begin Patch')
  const mark = '*** End Patch'
  const end = command.lastIndexOf(mark)
  if (begin === -1 || end < begin) return undefined
  // Nothing but the call, a change of folder before it and a here-document's marks: the rest would not be run.
  const around = command.slice(0, begin) + command.slice(end + mark.length)
  return /^(cd\s+(?:\/worktree|\.)\s*&&)?["'[\s]*apply_?patch["',\s]*(((<<-?\s*['"]?)?\w|\])[\s"'\]\w]*)?$/.test(
    around.trimStart(),
  )
    ? command.slice(begin, end + mark.length)
    : undefined
}
