// False alarms of the findings about weakened evidence: every commit of a repository that touches code is taken as a
// change whose message is the request. What upstream merged is honest; at most one in ten may be stopped.
//   node bench/replay.ts [--commits 300] [--show] repository.git…
import { execFileSync, spawn } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { findWeakening, isProgram, type ChangedText, type Finding } from '../domains/delivery/cycles/weakening/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commits: { type: 'string', default: '300' }, show: { type: 'boolean', default: false } },
})
const textMostBytes = 1_048_576
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const kinds = { A: 'added', M: 'modified', D: 'deleted', R: 'renamed', T: 'type_changed' } as const

const git = (gitDir: string, ...argv: string[]) =>
  execFileSync('git', ['--git-dir', gitDir, ...argv], { maxBuffer: 1024 ** 3 }).toString('utf8')

/** Texts of blobs, by one process for a whole repository. */
const openBlobs = (gitDir: string) => {
  const running = spawn('git', ['--git-dir', gitDir, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const chunks = running.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let held: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value } = await chunks.next()
    if (!value) throw new Error('git cat-file ended')
    held = Buffer.concat([held, value])
  }
  const take = (bytes: number) => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  const read = async (sha: string): Promise<string | undefined> => {
    if (/^0+$/.test(sha)) return undefined
    running.stdin.write(`${sha}\n`)
    while (!held.includes(0x0a)) await more()
    const header = take(held.indexOf(0x0a) + 1).toString()
    const bytes = Number(header.split(' ')[2])
    if (!Number.isInteger(bytes)) return undefined
    while (held.length < bytes + 1) await more()
    const content = take(bytes + 1).subarray(0, bytes)
    return bytes > textMostBytes || content.includes(0) ? undefined : content.toString('utf8')
  }
  return { read, close: () => running.stdin.end() }
}

const filesOf = async (gitDir: string, commit: string, read: (sha: string) => Promise<string | undefined>) => {
  const parents = git(gitDir, 'rev-list', '--parents', '-n1', commit).trim().split(' ').slice(1)
  const since = parents[0] ?? emptyTree
  const parts = git(gitDir, 'diff-tree', '-r', '-z', '--raw', '--find-renames', '--no-abbrev', since, commit).split(
    '\0',
  )
  const files: ChangedText[] = []
  for (let at = 0; at < parts.length - 1;) {
    const [, modeAfter, before, after, letter] = parts[at]!.slice(1).split(' ')
    const isRename = letter!.startsWith('R')
    const kind = kinds[letter![0] as keyof typeof kinds]
    const path = parts[at + (isRename ? 2 : 1)]!
    const texts = { before: await read(before!), after: await read(after!) }
    files.push({ path, kind, modeAfter: modeAfter!, ...texts, ...(isRename && { from: parts[at + 1]! }) })
    at += isRename ? 3 : 2
  }
  return files
}

interface Replayed {
  readonly subject: string
  readonly findings: readonly Finding[]
}

const replay = async (gitDir: string): Promise<Replayed[]> => {
  const commits = git(gitDir, 'rev-list', '--no-merges', `-n${values.commits}`, 'HEAD').trim().split('\n')
  const blobs = openBlobs(gitDir)
  const replayed: Replayed[] = []
  for (const commit of commits) {
    const files = await filesOf(gitDir, commit, blobs.read)
    if (!files.some(({ path }) => isProgram(path))) continue
    const request = git(gitDir, 'log', '-1', '--format=%B', commit)
    const findings = findWeakening({ files, request, checks: [] })
    replayed.push({ subject: `${commit.slice(0, 8)} ${request.split('\n')[0]!.slice(0, 80)}`, findings })
  }
  blobs.close()
  return replayed
}

const share = (part: number, whole: number) => `${part} (${((100 * part) / whole).toFixed(1)} %)`
const stops = ({ level }: Finding) => level !== 'note'

const tell = (name: string, replayed: readonly Replayed[]) => {
  const of = (level: string) => replayed.filter(({ findings }) => findings[0]?.level === level).length
  const whole = replayed.length
  const figures = [
    share(of('refuse'), whole),
    share(of('ask'), whole),
    share(of('refuse') + of('ask'), whole),
    share(of('note'), whole),
  ]
  console.log(`| ${name} | ${whole} | ${figures.join(' | ')} |`)
}

const tellKinds = (replayed: readonly Replayed[]) => {
  console.log('\n| finding | commits: refuse | ask | note |\n|---|---|---|---|')
  const found = [...new Set(replayed.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].sort()
  for (const kind of found) {
    const of = (level: string) =>
      replayed.filter(({ findings }) => findings.some((one) => one.kind === kind && one.level === level)).length
    console.log(`| ${kind} | ${of('refuse')} | ${of('ask')} | ${of('note')} |`)
  }
}

console.log(
  '| repository | commits that touch code | refused | to a person | both | note alone |\n|---|---|---|---|---|---|',
)
const all: Replayed[] = []
for (const gitDir of positionals) {
  const replayed = await replay(gitDir)
  tell(basename(gitDir) === 'repo' ? basename(dirname(gitDir)) : basename(gitDir), replayed)
  all.push(...replayed)
}
tell('all', all)
tellKinds(all)
if (values.show) {
  for (const { subject, findings } of all.filter((one) => one.findings.some(stops))) {
    console.log(`\n${subject}`)
    for (const { level, kind, reason } of findings.filter(stops).slice(0, 6))
      console.log(`  ${level} ${kind}: ${reason.slice(0, 260)}`)
  }
}
