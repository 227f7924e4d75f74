// Whether files are formatted: node testing/format.ts paths. oxfmt reads them all in a second and prints what Prettier
// prints, but for unions that fit into one line: Prettier alone judges the files that oxfmt would print otherwise.
import { spawnSync } from 'node:child_process'

const paths = process.argv.slice(2)
const asked = [
  '-c',
  '.prettierrc.json',
  '--disable-nested-config',
  '--no-error-on-unmatched-pattern',
  '--list-different',
]
const { status, stdout } = spawnSync('oxfmt', [...asked, ...paths], { encoding: 'utf8' })
const doubted = stdout.split('\n').filter(Boolean)
// Status 1 is that of a list; any other says that oxfmt could not read a file, or could not be started.
const left = status === 0 ? [] : status === 1 && doubted.length > 0 ? doubted : paths
if (left.length > 0) {
  const words = ['--check', '--ignore-unknown', '--log-level', 'warn', ...left]
  process.exitCode = spawnSync('prettier', words, { stdio: 'inherit' }).status ?? 1
}
