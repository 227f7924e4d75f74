import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Builds the console where it is not built, or older than what it is made of, and gives its folder. */
export const builtConsole = (): string => {
  execFileSync('sh', ['-euc', 'root=$1; . "$root/bin/console.sh"', 'sh', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(root, 'node_modules/.atelier-console')
}
