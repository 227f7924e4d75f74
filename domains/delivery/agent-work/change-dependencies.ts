import type { Sandbox } from '../../../execution/sandbox/index.ts'
import {
  isNamedInRegistry,
  publicRegistries,
  readChange,
  setupFilesAmong,
  type ChangePlan,
  type DependencyChange,
  type Ecosystem,
  type SetupFiles,
} from '../../../execution/setup/index.ts'
import type { CycleParts } from '../workbench/index.ts'
import { fetchInto, mirrorAddress, runPhase, withManifests } from '../../../execution/packages/index.ts'
import { foreignJson } from '../../../packages/foreign-json/index.ts'

/** The only text for an agent: a package manager prints strangers' words, which never reach it. */
export const answers = {
  changed:
    'The manifest and the lock file are changed. The checks will install the packages; this worktree keeps those that it has.',
  unchanged: 'Nothing had to be changed.',
  noManager:
    'No lock file at the root belongs to a package manager that this tool can ask. Edit the manifest yourself.',
  badName:
    'Name the package as its registry does, and the version as a range such as ^1.2.0. Addresses, paths and options are refused.',
  notResolved:
    'The package manager could not resolve this. Check the name and the range: the registry may have neither, or another package may rule it out.',
  tooMany: 'This attempt has changed dependencies as often as it may.',
} as const

interface DependencyChangeResult {
  readonly answer: keyof typeof answers
  /** The files that the package manager wrote otherwise than they were. */
  readonly files: SetupFiles
}

const without = (answer: keyof typeof answers): DependencyChangeResult => ({ answer, files: new Map() })

/**
 * Runs the package manager of these files for a change, in a sandbox that sees only manifests and lock files, reaches
 * the registries and runs no script. `key` is the workspace.
 */
export const changeDependencies = async (
  parts: CycleParts,
  options: { readonly key: string; readonly signal: AbortSignal },
  given: SetupFiles,
  change: DependencyChange,
): Promise<DependencyChangeResult> => {
  if (!isNamedInRegistry(change)) return without('badName')
  const known = new Set(setupFilesAmong([...given.keys()]))
  const files = new Map([...given].filter(([path]) => known.has(path) && isPlain(path)))
  const plan = await readChange(files, change, options)
  if (!plan) return without('noManager')
  const written = await carryOut(parts, options.signal, plan)
  if (!written) return without('notResolved')
  const texts = [...written].map(([path, text]) => [path, withPublicAddresses(text, plan.ecosystems)] as const)
  const changed = new Map(texts.filter(([path, text]) => files.get(path) !== text))
  return { answer: changed.size > 0 ? 'changed' : 'unchanged', files: changed }
}

/** A lock file is for everybody: it names the public registry, not the registry of the sandbox. */
const withPublicAddresses = (text: string, ecosystems: readonly Ecosystem[]) =>
  ecosystems.reduce(
    (all, ecosystem) => all.replaceAll(mirrorAddress(ecosystem), `https://${publicRegistries[ecosystem][0]}/`),
    text,
  )

const isPlain = (path: string) => !path.split('/').some((part) => ['', '.', '..'].includes(part))

const carryOut = (parts: CycleParts, signal: AbortSignal, plan: ChangePlan): Promise<SetupFiles | undefined> =>
  withManifests(plan.files, async (folder) => {
    let written: SetupFiles | undefined
    await fetchInto(parts, signal, folder, plan, async (sandbox, environment, ending) => {
      const script =
        'mkdir cache && SETUP_CACHE="$PWD/cache" && export SETUP_CACHE && cd manifests || exit 1\n' +
        plan.fetch!.command
      const end = await runPhase(sandbox, ending, script, environment)
      if (end.outcome === 'passed') written = await readBack(sandbox, signal, plan.returns)
      return end
    })
    return written
  })

const readMostBytes = 64 * 2 ** 20

// The folder was a sandbox's, which may have put links there: it reads its files itself, and prints their content.
const readScript = `
const { readFileSync } = require('node:fs')
const read = (path) => { try { return [[path, readFileSync('manifests/' + path, 'latin1')]] } catch { return [] } }
process.stdout.write(JSON.stringify(process.argv.slice(1).flatMap(read)))`

const readBack = async (sandbox: Sandbox, signal: AbortSignal, paths: readonly string[]) => {
  const chunks: Buffer[] = []
  const { exitCode } = await sandbox.run({
    argv: ['node', '-e', readScript, '--', ...paths],
    signal,
    outputBytes: readMostBytes,
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') chunks.push(chunk)
    },
  })
  if (exitCode !== 0) return undefined
  const pairs = foreignJson(Buffer.concat(chunks).toString()) as [string, string][]
  return new Map(pairs.filter(([path]) => paths.includes(path)))
}
