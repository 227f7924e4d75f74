import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { bounded, shownLine } from '../text.ts'
import { syntaxFault } from './syntax.ts'
import type { Workshop } from './tool.ts'

export interface FileChange {
  readonly absolute: string
  readonly shown: string
  /** Undefined if there was no file. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const diffBytes = 6 * 1024

/** The change, as a unified diff, and whether the file stopped being one of its language. */
export const changeReport = async (shop: Workshop, change: FileChange): Promise<string> => {
  const [diff, fault] = await Promise.all([diffOf(shop, change), syntaxFault(shop, change)])
  return `${diff === '' ? '' : `\n${diff}`}${fault === undefined ? '' : `\nSyntax check: ${fault}`}`
}

const diffOf = async ({ scratch, signal }: Workshop, { before = '', after = '' }: FileChange): Promise<string> => {
  const folder = await mkdtemp(join(scratch, 'diff-'))
  try {
    await Promise.all([writeFile(join(folder, 'before'), before), writeFile(join(folder, 'after'), after)])
    const { output, exitCode } = await runCommand({
      argv: ['git', 'diff', '--no-index', '--no-color', '--no-ext-diff', '-U2', '--', 'before', 'after'],
      directory: folder,
      environment: { GIT_DIR: '/dev/null', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      withinMs: 10_000,
      outputBytesMax: 4 * diffBytes,
      signal,
    })
    const hunks = exitCode === 1 ? output.slice(Math.max(0, output.indexOf('@@'))) : ''
    return bounded(
      hunks
        .trimEnd()
        .split('\n')
        .map((line) => shownLine(line, 400))
        .join('\n'),
      diffBytes,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
