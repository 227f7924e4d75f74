import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultHarnessLimits } from '../execution/harness/index.ts'
import { openStates } from '../execution/harness/native/states/states.ts'
import { median, timed } from './measure.ts'

// What it costs to keep the files of an agent as they are, in a repository of 5,000 files.

const folder = mkdtempSync(join(tmpdir(), 'atelier-states-'))
const [root, scratch] = [join(folder, 'worktree'), join(folder, 'scratch')]
for (const path of [root, scratch]) mkdirSync(path)
const fileOf = (at: number) => join(root, `folder-${at % 100}`, `file-${at}.txt`)
for (let at = 0; at < 100; at += 1) mkdirSync(join(root, `folder-${at}`))
for (let at = 0; at < 5_000; at += 1) writeFileSync(fileOf(at), `${at}\n`.repeat(200))
const git = (...argv: string[]) =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...argv], { cwd: root })
git('init', '--quiet')
git('add', '--all')
git('commit', '--quiet', '--message', 'Begin')

const states = openStates({
  root,
  scratch,
  limits: defaultHarnessLimits,
  signal: new AbortController().signal,
  plan: [],
})
const rounds = 20
const keptAfter = async (change: (round: number) => void) => {
  const took: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    change(round)
    states.touched('a change')
    took.push(await timed(() => states.keep()))
  }
  return median(took).toFixed(0)
}

console.log(`first look ${(await timed(() => states.keep())).toFixed(0)} ms`)
console.log(`git status, to compare with, ${(await timed(() => git('status', '--short'))).toFixed(0)} ms`)
console.log(`nothing changed ${await keptAfter(() => undefined)} ms`)
console.log(`one file changed ${await keptAfter((round) => writeFileSync(fileOf(round), `${round}\n`))} ms`)
const all = () => execFileSync('rm', ['-rf', ...Array.from({ length: 100 }, (_, at) => join(root, `folder-${at}`))])
all()
states.touched('rm')
console.log(`all files destroyed: kept in ${(await timed(() => states.keep())).toFixed(0)} ms`)
const last = (await states.list()).at(-2)!
console.log(`all files brought back in ${(await timed(() => states.bringBack(last.id, undefined))).toFixed(0)} ms`)
rmSync(folder, { recursive: true })
