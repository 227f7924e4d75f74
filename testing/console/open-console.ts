import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type {} from '../runner/global-setup.ts'

/** Where servers of tests find the console: each run of the tests builds it from the work tree. */
export const consoleFolder = (): string => join(inject('testFolder'), 'console')

/** Builds the console where this run has not built it yet, and gives its folder. */
export const builtConsole = (): string => {
  const folder = consoleFolder()
  if (!existsSync(join(folder, 'index.html'))) {
    const program = join(import.meta.dirname, '../../apps/console/build/main.ts')
    execFileSync(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}
