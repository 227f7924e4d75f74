import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Case } from './case.ts'

const packages = ['vitest', 'typescript', 'oxlint', 'jest', 'mocha']
const root = join(import.meta.dirname, '../..')

const proofs: Readonly<Record<string, readonly string[]>> = {
  go: ['go', 'version'],
  python3: ['python3', '--version'],
  pytest: ['python3', '-m', 'pytest', '--version'],
  make: ['make', '--version'],
}

export interface Programs {
  /** The programs and packages that a case needs and this machine lacks. */
  missingFor(one: Case): readonly string[]
  /** The folder of packages that a case links as `node_modules`; undefined if it needs none. */
  modulesFor(one: Case): string | undefined
  /** Folders outside of /usr that sandboxes must see. */
  readonly folders: readonly string[]
}

/** Looks programs up on this machine. `runners` is a folder where jest and mocha are installed. */
export const findPrograms = (runners: string | undefined): Programs => {
  const folders = [root, ...(runners === undefined ? [] : [runners])].map((folder) => join(folder, 'node_modules'))
  const runs = new Map(
    Object.entries(proofs).map(([name, [program, ...words]]) => [name, spawnSync(program!, words).status === 0]),
  )
  const needsOf = ({ fixture, needs }: Case) => [...fixture.needs, ...needs]
  const packagesOf = (one: Case) => needsOf(one).filter((name) => packages.includes(name))
  const modulesFor = (one: Case) => {
    const wanted = packagesOf(one)
    if (wanted.length === 0) return undefined
    return folders.find((folder) => wanted.every((name) => existsSync(join(folder, name))))
  }
  return {
    modulesFor,
    missingFor: (one) => {
      const absent = needsOf(one).filter((name) => !packages.includes(name) && runs.get(name) !== true)
      return modulesFor(one) === undefined ? [...absent, ...packagesOf(one)] : absent
    },
    folders: [...folders.filter(existsSync), ...pythonFolder(), ...goFolder()],
  }
}

const pythonFolder = (): readonly string[] => {
  const { stdout, status } = spawnSync('python3', ['-c', 'import sys; print(sys.prefix)'], { encoding: 'utf8' })
  if (status !== 0) return []
  const prefix = stdout.trim()
  return prefix.startsWith('/usr') || dirname(prefix) === '/' ? [] : [prefix]
}

/** Sandboxes see all of /usr, and look for programs in its usual folders alone. */
const goFolder = (): readonly string[] => {
  const { stdout, status } = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' })
  const root = status === 0 ? stdout.trim() : ''
  return existsSync(join(root, 'bin', 'go')) && !root.startsWith('/usr/lib') ? [root] : []
}

/** A command that links every package of a folder into `node_modules`, which stays writable for caches of runners. */
export const linkPackages = (modules: string): string =>
  `mkdir node_modules && ln -s '${modules}'/.bin '${modules}'/* node_modules/`
