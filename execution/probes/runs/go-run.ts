import { findRunner } from '../../../packages/verdict/index.ts'
import type { ProbeFile } from '../probe.ts'

/** How a check calls `go test`, and the tests of some of its files. */
interface GoCall {
  /** The command up to the name of its subcommand. */
  readonly begin: string
  /** Options of the check that select the built packages. */
  readonly options: readonly string[]
  /** The names of the test functions. */
  readonly tests: readonly string[]
  /** The folders of the files, each as a word of a shell. */
  readonly folders: readonly string[]
}

/** Undefined for a command in another folder, or for files without a test. */
export const goCall = (command: string, files: readonly ProbeFile[]): GoCall | undefined => {
  const found = findRunner(command)
  if (!found || /(?:^|&& )cd /.test(found.before)) return undefined
  const tests = files.flatMap(({ text }) => [...text.matchAll(/^func (Test\w*)\(/gm)].map(([, name]) => name!))
  if (tests.length === 0) return undefined
  return {
    begin: `${found.before}${found.begun}`,
    options: found.rest.split(' ').filter((word) => /^--?(?:tags=|mod=|race$)/.test(word)),
    tests: [...new Set(tests)],
    folders: goFolders(files),
  }
}

export const goFolders = (files: readonly Pick<ProbeFile, 'path'>[]): readonly string[] => [
  ...new Set(files.map(({ path }) => `'./${path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''}'`)),
]

/** The command that runs chosen tests; `folders` and `more` are words of a shell. */
export const goTest = (
  { begin, options }: GoCall,
  chosen: { readonly run: readonly string[]; readonly folders: readonly string[]; readonly more?: readonly string[] },
): string =>
  [begin, ...options, '-count=1', ...(chosen.more ?? []), `-run '^(${chosen.run.join('|')})$'`, ...chosen.folders].join(
    ' ',
  )
