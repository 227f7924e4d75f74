import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runGit } from '../command.ts'
import type { Workshop } from '../tools/tool.ts'
import { mapText } from './map-text.ts'

const commitsMost = 8

/** The files that git knows, as a tree cut breadth first, and the facts that their names give. */
export const repositoryMap = async (place: WorktreeContext) => {
  const files = (await git(place, ['ls-files', '-z'])).split('\0').filter((file) => file !== '')
  const [commits, manifest] = await Promise.all([
    git(place, ['log', `-${commitsMost}`, '--format=%h %s']),
    files.includes('package.json') ? readFile(join(place.root, 'package.json'), 'utf8').catch(() => '') : '',
  ])
  return { files, text: mapText({ files, manifest, commits }) }
}

const outputBytesMax = 16 * 1024 * 1024

const git = async (place: WorktreeContext, options: readonly string[]): Promise<string> => {
  const bounds = { withinMs: 30_000, outputBytesMax, printedBytesMax: outputBytesMax }
  const end = await runGit(place, ['-c', 'core.quotePath=false', ...options], bounds)
  return end.exitCode === 0 ? end.output : ''
}

/** Where an agent will work. */
export type WorktreeContext = Pick<Workshop, 'root' | 'signal'>
