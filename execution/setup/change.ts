import { changeCommands, type DependencyChange } from './change-commands.ts'
import { managersOf, type SetupPlan } from './derive.ts'
import { isWorkflow } from './node-of-pipelines.ts'
import type { SetupFiles } from './phases.ts'

/** How a package manager is asked for a change. `returns` are the files that it may write. */
export type ChangePlan = Pick<SetupPlan, 'managers' | 'files' | 'fetch' | 'ecosystems'> & {
  readonly returns: readonly string[]
}

// A name in a registry, with a scope or path as npm, Composer and Go have them: no address, no path, no option.
const nameForm = /^@?[a-z0-9][a-z0-9._~-]*(\/[a-z0-9][a-z0-9._~-]*)*$/i
const version = '[\\^~<>=!]{0,2} ?v?[a-z0-9*][a-z0-9.*+_-]*'
const rangeForm = new RegExp(`^${version}([ ,|]+${version})*$`, 'i')
const wordMostChars = 214

/** Whether a package and a range are named as a registry names them. */
export const isNamedInRegistry = ({ name, range }: Pick<DependencyChange, 'name' | 'range'>): boolean =>
  [name, range ?? ''].every((text) => text.length <= wordMostChars && !text.includes('..')) &&
  nameForm.test(name) &&
  (range === undefined || rangeForm.test(range))

/**
 * How a project's first capable package manager is asked for a change, which it works out only from manifests and lock
 * files, without installing and without running a script. Undefined without such a manager.
 */
export const planChange = (files: SetupFiles, change: DependencyChange): ChangePlan | undefined => {
  if (!isNamedInRegistry(change)) throw new Error(`“${change.name}” is no name in a registry`)
  const found = managersOf(files).find(({ name }) => changeCommands[name])
  if (!found) return undefined
  const needed = new Map([...files].filter(([path]) => found.needs(path) && !isWorkflow(path)))
  const environment = {
    ...found.fetch.environment,
    ATELIER_PACKAGE: change.name,
    ATELIER_RANGE: change.range ?? '',
    ...(found.name === 'go' && { GOFLAGS: '-mod=mod -modcacherw' }),
  }
  return {
    managers: [found.name],
    files: needed,
    fetch: { command: changeCommands[found.name]![change.action](change), environment },
    ecosystems: [found.ecosystem],
    returns: [...needed.keys()],
  }
}
