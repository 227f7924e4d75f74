import { npmMirror } from './for-node.ts'
import { pipMirror, uvMirror } from './for-python.ts'
import type { Ecosystem } from './public-registries.ts'

/** Where the programs look that fetch a package and start it at once: `npx`, `uvx`, `pipx`. */
export const launcherEcosystems = ['npm', 'pypi'] as const satisfies readonly Ecosystem[]

/** Variables by which such a program finds a registry elsewhere. */
export const launcherMirror = (ecosystem: Ecosystem, address: string): Readonly<Record<string, string>> =>
  ecosystem === 'npm' ? npmMirror(address) : { ...pipMirror(address), ...uvMirror(address) }
