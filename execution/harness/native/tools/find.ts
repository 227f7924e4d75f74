import { stat } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { runGit } from '../command.ts'
import { resolvePath } from '../path.ts'
import { ToolRefusal } from '../refusal.ts'
import { pathField, tool, type Workshop } from './tool.ts'

export const findTool = (shop: Workshop) =>
  tool<{ pattern: string; path?: string }>(
    'Find files by a glob pattern such as **/*.test.ts, newest first. Files that git ignores are left out.',
    { pattern: { type: 'string', required: true, aliases: ['glob', 'query', 'name'] }, path: pathField },
    ({ pattern, path = '.' }) => findFiles(shop, pattern, path),
  )

const shownMost = 100
const outputBytesMax = 16 * 1024 * 1024

const findFiles = async (shop: Workshop, pattern: string, path: string): Promise<string> => {
  const { root } = shop
  const { shown } = await resolvePath(root, path)
  const glob = pattern.includes('/') ? pattern.replace(/^\.?\//, '') : `**/${pattern}`
  const inside = shown === '.' ? '' : `${shown}/`
  const files = (await listFiles(shop, shown)).filter((file) => matchesGlob(file.slice(inside.length), glob))
  if (files.length === 0) return `No file matches ${pattern}.`
  const dated = await Promise.all(files.map(async (file) => ({ file, atMs: await changedAt(join(root, file)) })))
  dated.sort((one, other) => other.atMs - one.atMs || (one.file < other.file ? -1 : 1))
  const more =
    files.length > shownMost ? `\n[${files.length - shownMost} more files: use a narrower pattern or path]` : ''
  const newest = dated.slice(0, shownMost).map(({ file }) => file)
  return newest.join('\n') + more
}

// Files that were not changed since the start are equally old: their times come from the checkout.
const startedAtMs = Date.now()

const changedAt = async (path: string) => {
  const atMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
  return atMs > startedAtMs ? atMs : 0
}

/** Files below a folder that git does not ignore: all are untracked in an empty repository of our own. */
const listFiles = async (shop: Workshop, shown: string): Promise<string[]> => {
  const gitDir = join(shop.scratch, 'listing.git')
  const bounds = { withinMs: 30_000, outputBytesMax, printedBytesMax: outputBytesMax }
  await runGit(shop, ['init', '--quiet', '--bare', gitDir], bounds)
  const how = [`--git-dir=${gitDir}`, `--work-tree=${shop.root}`, '-c', 'core.quotePath=false']
  const end = await runGit(shop, [...how, 'ls-files', '-z', '--others', '--exclude-standard', '--', shown], bounds)
  if (end.stoppedBy || end.exitCode !== 0) throw new ToolRefusal('There are too many files to look at. Name a folder.')
  return end.output.split('\0').filter((file) => file !== '' && !file.endsWith('/'))
}
