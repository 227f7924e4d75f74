import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { mapText } from './map-text.ts'

const commitsMost = 8

interface RepositoryMap {
  readonly files: readonly string[]
  readonly text: string
}

/** The files that git knows, as a tree cut breadth first, and the facts that their names give. */
export const repositoryMap = async (place: WorktreeContext): Promise<RepositoryMap> => {
  const files = (await git(place, ['ls-files', '-z'])).split('\0').filter((file) => file !== '')
  const [commits, manifest] = await Promise.all([
    git(place, ['log', `-${commitsMost}`, '--format=%h %s']),
    files.includes('package.json') ? readFile(join(place.root, 'package.json'), 'utf8').catch(() => '') : '',
  ])
  return { files, text: mapText({ files, manifest, commits }) }
}

const git = async ({ root, signal }: WorktreeContext, options: readonly string[]): Promise<string> => {
  const end = await runCommand({
    argv: ['git', '-c', 'core.quotePath=false', ...options],
    directory: root,
    environment: { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    withinMs: 30_000,
    outputBytesMax: 16 * 1024 * 1024,
    printedBytesMax: 16 * 1024 * 1024,
    signal,
  })
  return end.exitCode === 0 ? end.output : ''
}

/** Where an agent will work. */
export interface WorktreeContext {
  /** The worktree's real path. */
  readonly root: string
  readonly signal: AbortSignal
}
