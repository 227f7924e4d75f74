import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { dist, isBuiltFrom } from '../runner/is-built-from.ts'
import type {} from '../runner/global-setup.ts'

const isBuilt = isBuiltFrom(['apps/console', 'domains', 'packages/einvoice', 'packages/foreign-json', 'platform'])

/** The console that servers of tests serve: the one of `dist`, or of a change after that build the run’s own. */
export const consoleFolder = (): string => join(isBuilt ? dist : inject('testFolder'), 'console')

/** Builds the console if neither `bin/build` nor this run has built it yet, and gives its folder. */
export const builtConsole = (): string => {
  const folder = consoleFolder()
  if (!existsSync(join(folder, 'index.html'))) {
    const program = join(import.meta.dirname, '../../apps/console/build/main.ts')
    execFileSync(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}
