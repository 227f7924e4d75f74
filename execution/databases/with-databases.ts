import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../sandbox/index.ts'

/** Services for the commands of a sandbox: words of `start-databases.sh`, and the variables by which programs find them. */
export interface Services {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const script = readFileSync(join(import.meta.dirname, 'start-databases.sh'), 'utf8')

/** The sandbox, with the services restarted for each command: they are empty, and end with the command. */
export const withServices = (sandbox: Sandbox, { words }: Services): Sandbox =>
  words.length === 0
    ? sandbox
    : {
        id: sandbox.id,
        path: (inside) => sandbox.path(inside),
        close: () => sandbox.close(),
        run: (command) =>
          sandbox.run({ ...command, argv: ['sh', '-c', script, 'sh', ...words, '--', ...command.argv] }),
      }
