import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runGit } from '../command.ts'
import { bounded, shownLine } from '../text.ts'
import { type FileChange, syntaxFault } from './syntax.ts'
import type { Workshop } from './tool.ts'

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
    const how = ['diff', '--no-index', '--no-color', '--no-ext-diff', '-U2', '--', 'before', 'after']
    const { output, exitCode } = await runGit({ root: folder, signal }, how, {
      environment: { GIT_DIR: '/dev/null' },
      withinMs: 10_000,
      outputBytesMax: 4 * diffBytes,
    })
    const hunks = exitCode === 1 ? output.slice(Math.max(0, output.indexOf('@@'))) : ''
    const lines = hunks.trimEnd().split('\n')
    return bounded(lines.map((line) => shownLine(line, 400)).join('\n'), diffBytes)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
