import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { compiled } from '../runner/compiled.ts'

/** Whether this machine can lend a terminal: script(1) of util-linux. */
export const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux')

const main = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'main.ts')
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Starts the command line at a terminal of its own, which is `columns` wide; `folder` gets the terminal's name. */
export const startInTerminal = (
  argv: readonly string[],
  {
    cwd,
    folder,
    columns,
    environment,
  }: { cwd: string; folder: string; columns: number; environment: NodeJS.ProcessEnv },
) => {
  const name = join(folder, `terminal-${columns}`)
  const command = [process.execPath, main, ...argv].map(quoted).join(' ')
  const inside = `stty cols ${columns} rows 20; tty > ${quoted(name)}; exec ${command}`
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', inside, '/dev/null'], {
    cwd,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      SHELL: '/bin/sh',
      TERM: 'xterm',
      ...compiled(),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  return {
    /** Waits until this is on the screen, or was there. */
    untilShown: async (words: string) => {
      while (!stripVTControlCharacters(shown).includes(words)) {
        if (child.exitCode !== null) throw new Error(`It ended without showing “${words}”: ${shown}`)
        await Promise.race([once(child.stdout, 'data'), gone])
      }
    },
    type: (keys: string) => void child.stdin.write(keys),
    resize: (width: number) => void execFileSync('stty', ['-F', readFileSync(name, 'utf8').trim(), 'cols', `${width}`]),
    ended: Promise.all([text(child.stdout), once(child, 'close')]).then(([screen]) => ({
      exitCode: child.exitCode,
      screen,
    })),
  }
}
