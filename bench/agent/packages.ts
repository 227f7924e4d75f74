import { npmRegistry } from '../../testing/registries/npm.ts'
import type { Task } from './task.ts'

const pad = (name: string, parameters: string) =>
  `exports.${name} = (${parameters}) => String(text).padStart(width, fill)\n`

/** An npm registry on loopback with all that tasks depend on, so that none of them needs a network. */
export const packageRegistry = async () => {
  const registry = await npmRegistry([
    { name: 'tiny-pad', version: '1.0.0', files: { 'index.js': pad('pad', 'text, width, fill = " "') } },
    {
      name: 'tiny-pad',
      version: '2.0.0',
      files: { 'index.js': pad('padStart', '{ text, width, fill = " " }') },
    },
    {
      name: 'tiny-slug',
      version: '1.0.0',
      files: {
        'index.js':
          "module.exports = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')\n",
      },
    },
  ])
  return {
    settings: { ATELIER_REGISTRIES: `npm=${registry.address}` },
    /** The task with its lock files: `packages: name@version …` takes the place of one. */
    withLocks: (task: Task): Task => {
      const base = Object.entries(task.base).map(([path, text]) => [path, lockIn(text, registry.lockFor) ?? text])
      return { ...task, base: Object.fromEntries(base) as Task['base'] }
    },
    close: registry.close,
  }
}
export type PackageRegistry = Awaited<ReturnType<typeof packageRegistry>>

const lockIn = (text: string, lockFor: (...names: readonly string[]) => string) => {
  const names = /^packages:(.*)$/m.exec(text)?.[1]
  return names === undefined ? undefined : lockFor(...names.split(' ').filter((name) => name !== ''))
}
