import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { writeWhole } from '../files.ts'
import { ToolRefusal } from '../refusal.ts'
import { tool, type Workshop } from './tool.ts'

interface DependencyArguments {
  readonly action: 'add' | 'remove' | 'update'
  readonly name: string
  readonly range?: string
  readonly dev?: boolean
}

interface DependencyReply {
  readonly ok: boolean
  readonly sentence: string
  /** As Latin-1 text. */
  readonly files: Readonly<Record<string, string>>
}

const address = 'http://dependencies.atelier.internal/'

export const dependenciesTool = (shop: Workshop) =>
  tool<DependencyArguments>(
    'Add, remove or update a package of the project: the package manager writes manifest and lock file. The network is nowhere else; installing by hand fails.',
    {
      action: { type: 'string', required: true, enum: ['add', 'remove', 'update'] },
      name: { type: 'string', required: true, description: 'As the registry has it', aliases: ['package'] },
      range: { type: 'string', description: 'Such as ^1.2.0; by default the newest', aliases: ['version'] },
      dev: { type: 'boolean', description: 'For development alone' },
    },
    async (change) => {
      const files = await manifestsOf(shop)
      const answer = await ask({ ...change, files }, shop.signal)
      if (!answer.ok) throw new ToolRefusal(answer.sentence)
      const changed = Object.entries(answer.files).filter(([path]) => Object.hasOwn(files, path))
      for (const [path, text] of changed) await writeWhole(shop.root, path, Buffer.from(text, 'latin1').toString())
      return [answer.sentence, ...changed.map(([path]) => `Wrote ${path}.`)].join('\n')
    },
  )

const ask = async (body: object, signal: AbortSignal): Promise<DependencyReply> => {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body), signal })
  if (!response.ok) throw new ToolRefusal('Dependencies cannot be changed here. Edit the manifest yourself.')
  return (await response.json()) as DependencyReply
}

const isManifest =
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lock|\.npmrc|pyproject\.toml|uv\.lock|Cargo\.toml|Cargo\.lock|go\.mod|go\.sum|go\.work|go\.work\.sum|composer\.json|composer\.lock)$/
const filesMost = 2_000

/** The manifests and lock files of the worktree, as Latin-1 text, so that every byte survives. */
const manifestsOf = async ({ root, signal }: Workshop): Promise<Record<string, string>> => {
  const { output } = await runCommand({
    argv: ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    directory: root,
    environment: {},
    withinMs: 60_000,
    outputBytesMax: 32 * 2 ** 20,
    signal,
  })
  const paths = [...new Set(output.split('\0'))].filter((path) => isManifest.test(path)).slice(0, filesMost)
  const read = async (path: string) => [[path, await readFile(join(root, path), 'latin1')] as const]
  const found = await Promise.all(paths.map((path) => read(path).catch(() => [])))
  return Object.fromEntries(found.flat())
}
