import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatBlock } from '../../execution/models/index.ts'
import { leakedToken } from '../../testing/repositories/imports.ts'
import { writeFiles } from '../../testing/repository.ts'
import { plainGit, Sample } from '../../testing/repositories/samples.ts'
import { projects } from '../../domains/code/projects/contract.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { startServer, type RunningServer } from '../server/start.ts'
import { hasTerminal, startInTerminal } from '../../testing/cli/run-in-terminal.ts'
import { openClient } from './client/client.ts'
import { shortId } from './ids.ts'
import { startCli } from '../../testing/cli/run-cli.ts'
import { runHere } from '../../testing/cli/run-here.ts'
import { isLong, isSoak } from '../../testing/soak.ts'

// Commands run in this process; those that a signal or a terminal reaches run in one of their own.

let folder: string
let server: RunningServer | undefined
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-whole-'))
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  const configuration = readConfiguration({ ATELIER_DATA: data, ATELIER_PORT: '0', ATELIER_LOG_LEVEL: 'silent' })
  server = await startServer(configuration, pino({ level: 'silent' }))
  const { apiKey } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as { apiKey: string }
  environment = { ATELIER_URL: server.baseUrl, ATELIER_API_KEY: apiKey, XDG_CONFIG_HOME: join(folder, 'config') }
  // Most changes here are notes.
  await runHere(['policies', 'set', '--review', 'checked=prose'], folder, environment)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
let sample: Sample
beforeEach(() => {
  sample = new Sample(join(folder, `shop-${(count += 1)}`))
  sample.write('package.json', '{"scripts":{"test":"node --test --test-isolation=none"}}\n')
  sample.write('test/adds.test.mjs', `import { test } from 'node:test'\ntest('adds', () => {})\n`)
})

const run = (argv: readonly string[], cwd = sample.path) => runHere(argv, cwd, environment)
const json = async (argv: readonly string[], cwd?: string) => {
  const { exitCode, stdout, stderr } = await run(['--json', ...argv], cwd)
  const lines = stdout.trim().split('\n')
  return { exitCode, stderr, documents: lines.map((line) => JSON.parse(line)), last: JSON.parse(lines.at(-1)!) }
}
const adding = (path: string, content: string) => `Add ${path}\n\n${formatBlock({ kind: 'file', path, content })}`
const gitTree = (repository: Sample) => repository.git('ls-tree', '-r', '-z', 'HEAD')

/** Everything that a repository may hold, with a merge and a tag. */
const fill = async () => {
  sample.write('line ends', 'a\r\nb\r\n').write('naïve ü.bin', Buffer.from([0, 255, 10, 13, 0]))
  sample.write(Buffer.from('bad\xff', 'latin1'), 'x').write('run.sh', '#!/bin/sh\n')
  await chmod(join(sample.path, 'run.sh'), 0o755)
  await symlink('run.sh', join(sample.path, 'link'))
  sample.commit('One')
  sample.git('switch', '--quiet', '--create', 'side')
  sample.write('side', 's').commit('Side')
  sample.git('switch', '--quiet', 'main')
  sample.write('main', 'm').commit('Main')
  sample.git('merge', '--quiet', '--no-edit', 'side')
  sample.git('tag', '--annotate', '--message=v1', 'v1')
}

test('a repository is imported and cloned byte for byte', async () => {
  await fill()
  const refs = (at: Sample, ...names: string[]) => at.git('rev-parse', ...names)
  const before = refs(sample, 'main', 'side', 'v1')
  const last = { name: 'exact', generation: 1, branch: 'main', commitSha: refs(sample, 'main') }
  expect(await json(['import', '--name', 'exact'])).toMatchObject({ exitCode: 0, last })
  expect([sample.git('status', '--porcelain'), refs(sample, 'main', 'side', 'v1')]).toEqual(['', before])
  await json(['pull', join(folder, 'clone'), '--project', 'exact'])
  const clone = new Sample(join(folder, 'clone'))
  expect(refs(clone, 'main', 'atelier/side', 'v1')).toBe(before)
  expect(gitTree(clone)).toBe(gitTree(sample))
  expect([clone.git('status', '--porcelain'), clone.git('fsck', '--full')]).toEqual(['', ''])
})

test.runIf(isLong)('a folder in no repository is reviewed in its place, then imported and pulled', async () => {
  const plain = join(folder, 'plain')
  await writeFiles(plain, { 'pay.js': `const token = '${leakedToken}'\n`, '.gitignore': 'out/\n', 'out/x': 'x' })
  const refused = await json(['import', plain], folder)
  const finding = { path: 'pay.js', line: 1, rule: 'github', masked: expect.stringMatching(/^••••/) as string }
  expect(refused).toMatchObject({ exitCode: 1, last: { error: { code: 'review_needed', findings: [finding] } } })
  expect(refused.stderr).not.toContain(leakedToken)
  const imported = await json(['import', plain, '--yes', '--name', 'plain'], folder)
  const leftOut = [{ path: 'out/', reason: 'ignored by git' }]
  expect(imported).toMatchObject({ exitCode: 0, last: { name: 'plain', branch: 'main', findings: [finding], leftOut } })
  await json(['pull', join(folder, 'plain-clone'), '--project', 'plain'])
  const clone = new Sample(join(folder, 'plain-clone'))
  expect(clone.git('ls-files')).toBe('.gitignore\npay.js')
})

test.runIf(isLong)('a change is proposed, run, shown as a patch and pulled, each with the same content', async () => {
  await fill()
  await json(['import', '--name', 'whole'])
  const base = sample.git('rev-parse', 'main')
  const proposed = await json(['propose', adding('note.md', 'A note\n')])
  expect(proposed).toMatchObject({
    exitCode: 0,
    last: { cycle: { status: 'draft', title: 'Add note.md' }, adopted: false },
  })
  const { id } = proposed.last.cycle

  const ran = await json(['run', id])
  expect(ran).toMatchObject({ exitCode: 0, last: { type: 'end', cycle: { id, status: 'completed' } } })
  const kinds = ran.documents.slice(0, -1).map(({ event }) => event.eventType)
  const some = ['cycle.running', 'task.building', 'task.checked', 'task.merged', 'cycle.completed']
  expect(kinds).toEqual(expect.arrayContaining(some))
  expect((await json(['watch', id])).documents).toEqual(ran.documents)

  const diff = await run(['diff', id])
  expect(diff).toMatchObject({
    exitCode: 0,
    stderr:
      'What shows the change: 1 part: 1 text or style.\nWhat no test shows (1):\n  note.md\n    1: note.md changes only texts or styles. (note)\n  not probed: Apart from tests and settings, no code changed that probes can read.\n',
  })
  expect(await json(['check', 'test', id])).toMatchObject({
    exitCode: 0,
    last: { name: 'test', outcome: 'passed', commitSha: ran.last.tasks[0].headSha },
  })
  const pulled = { outcome: 'fast_forwarded', generation: 2, commitSha: ran.last.cycle.mergedSha }
  expect(await json(['pull'])).toMatchObject({ exitCode: 0, last: pulled })
  expect(sample.git('status', '--porcelain')).toBe('')
  expect(await readFile(join(sample.path, 'note.md'), 'utf8')).toBe('A note\n')
  const copy = new Sample(join(folder, 'copy'))
  copy.git('fetch', '--quiet', sample.path, 'main')
  copy.git('reset', '--quiet', '--hard', base)
  plainGit(copy.path, ['apply', '--index'], diff.stdout)
  expect(copy.git('write-tree')).toBe(sample.git('rev-parse', 'main^{tree}'))
})

test.runIf(isLong)(
  'deliver proposes, merges, shows and pulls a change, without the protected file, and names the commits that it begins without',
  async () => {
    sample.write('.gitignore', '.env\n').commit()
    sample.write('.env', 'SECRET=1\n')
    const delivered = await run(['deliver', adding('page.md', 'Hello\n'), '--protect'])
    expect(delivered).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('+Hello') as string })
    expect(delivered.stderr).toContain('Taken along encrypted: .env (environment file)')
    expect(await readFile(join(sample.path, 'page.md'), 'utf8')).toBe('Hello\n')
    expect(sample.git('log', '--format=%s', '-1')).toBe('Merge task 1: Add page.md')
    sample.write('mine', '1').commit('Mine')
    const again = await json(['deliver', adding('page-2.md', 'Hello again\n')])
    expect(again).toMatchObject({
      exitCode: 0,
      last: { cycle: { status: 'completed' }, pulled: { outcome: 'fetched', generation: 3 } },
    })
    expect(again.stderr).toContain(
      '1 commit of main here is not in Atelier. The change begins without it, at revision 2.',
    )
    expect(again.stderr).toContain('git merge atelier/main')
    expect(sample.git('log', '-1', '--format=%s')).toBe('Mine')
    expect(await json(['status'])).toMatchObject({
      last: [
        {
          project: { counts: { cycles: 2, revisions: 3 } },
          cycles: [{ title: 'Add page-2.md' }, { title: 'Add page.md' }],
        },
      ],
    })
  },
)

test.runIf(isLong)('1: a failed run reports where and why, merges nothing, and can run again', async () => {
  sample.commit()
  await json(['import'])
  const broken = adding('test/broken.test.mjs', `throw new Error('broken on purpose')\n`)
  const proposed = await json(['propose', broken])
  const ran = await json(['run', proposed.last.cycle.id])
  expect(ran).toMatchObject({ exitCode: 1, last: { error: { exitCode: 1 } } })
  expect(ran.stderr).toMatch(/Nothing was merged\. See the change: .* diff .*\. Run it again: /)
  expect((await json(['pull'])).last).toMatchObject({ outcome: 'up_to_date', generation: 1 })
  expect((await json(['stop', proposed.last.cycle.handle])).exitCode).toBe(4)
  const again = await run(['run', proposed.last.cycle.id])
  expect(again.stderr.split('\n')).toEqual(expect.arrayContaining(['      the agent ended: completed']))
  const watched = await run(['watch', proposed.last.cycle.id])
  expect(watched).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The run failed at ') as string })
  expect(watched.stderr).not.toContain('the agent ended')
  expect((await run(['status'])).stdout).toMatch(/^  failed .*\n {12}The check “test” passed before/m)
  const logs = await run(['logs', proposed.last.cycle.handle, '--check', 'test', '--follow'])
  expect([logs.exitCode, logs.stdout.includes('broken on purpose')]).toEqual([0, true])
  expect(logs.stdout.match(/^== /gm)!.length).toBe(logs.stdout.match(/^== . test, /gm)!.length)
  expect(await run(['logs', '--check', 'lint'])).toMatchObject({ exitCode: 5, stdout: '' })
})

test('a person makes a key with a scope and an end, uses it, and revokes it by its short id', async () => {
  const withData = { ...environment, ATELIER_DATA: join(folder, 'data') }
  const options = ['--scope', 'read', '--expires', '1h']
  const made = await runHere(['--json', 'keys', 'create', 'Reader', ...options], sample.path, withData)
  const { secret, ...key } = JSON.parse(made.stdout)
  expect(key).toMatchObject({ name: 'Reader', scopes: ['read'], projectIds: null })
  const reading = { ...environment, ATELIER_API_KEY: secret }
  expect((await runHere(['whoami'], sample.path, reading)).stdout).toContain('“Reader” (read, until ')
  sample.commit()
  expect(await runHere(['import'], sample.path, reading)).toMatchObject({ exitCode: 3 })
  expect(await run(['keys', 'create', 'Nobody'])).toMatchObject({ exitCode: 2, stdout: '' })
  expect((await run(['keys', 'revoke', shortId(key.id)])).exitCode).toBe(0)
  expect(await runHere(['status'], sample.path, reading)).toMatchObject({ exitCode: 3 })
})

test.runIf(isSoak)(
  'a repeated import returns the same project; other content or a deletion makes a new project',
  async () => {
    sample.commit()
    const first = await json(['import', '--name', 'again'])
    const second = await json(['import', '--name', 'again'])
    expect(second.last).toEqual(first.last)
    sample.write('more', '1').commit()
    const other = await json(['import', '--name', 'again'])
    expect(other).toMatchObject({ exitCode: 0, last: { name: 'again' } })
    expect(other.stderr).toContain(`This folder was linked to the project “again” (${first.last.projectId}).`)
    const ambiguous = await json(['propose', adding('x.md', 'x\n'), '--project', 'again'])
    expect(ambiguous).toMatchObject({ exitCode: 2, last: { error: { code: 'ambiguous_project' } } })
    for (const { projectId } of [first.last, other.last]) expect(ambiguous.stderr).toContain(projectId)
    const client = openClient({ url: environment.ATELIER_URL!, apiKey: environment.ATELIER_API_KEY! })
    await client.call(projects.deleteProject, { params: { id: first.last.projectId } })
    await client.close()
    sample.git('reset', '--quiet', '--hard', 'HEAD~1')
    const third = await json(['import', '--name', 'again'])
    expect(third.exitCode).toBe(0)
    expect(third.last.projectId).not.toBe(first.last.projectId)
  },
)

test.runIf(isSoak)('a bundle is imported unchanged, and its project is selected by id', async () => {
  sample.commit()
  const path = sample.bundle(join(folder, 'some.bundle'))
  const imported = await json(['import', path], folder)
  expect(imported).toMatchObject({ exitCode: 0, last: { name: 'some' } })
  const delivered = await json(['deliver', adding('x.md', 'x\n'), path, '--project', imported.last.projectId], folder)
  expect(delivered).toMatchObject({ exitCode: 0, last: { cycle: { status: 'completed' } } })
  expect(delivered.stderr).toContain(`atelier pull <folder> --project ${imported.last.projectId}`)
})

const colours = /\u001b\[[\d;]*m/

/** Looks at a run at two terminals, a narrow one that is resized and one without colours, and leaves by Ctrl-C. */
const watchAtTerminal = async (id: string) => {
  const place = { cwd: sample.path, folder }
  const wide = startInTerminal(['watch', id], { ...place, columns: 80, environment: { ...environment, NO_COLOR: '1' } })
  const narrow = startInTerminal(['watch', id], { ...place, columns: 40, environment })
  await Promise.all([wide, narrow].map((one) => one.untilShown('building')))
  narrow.resize(120)
  await narrow.untilShown('run sleep 60')
  for (const one of [wide, narrow]) one.type('\u0003')
  const [plain, coloured] = await Promise.all([wide.ended, narrow.ended])
  for (const { exitCode, screen } of [plain, coloured]) {
    expect(exitCode).toBe(130)
    // Lines are drawn again in place without wrapping, and the terminal wraps again afterwards.
    expect(screen.lastIndexOf('\u001b[?7h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?7l'))
    expect(screen.slice(screen.lastIndexOf('\u001b[?7h'))).toContain('The run goes on without you. See it again:')
  }
  expect([plain, coloured].map(({ screen }) => colours.test(screen))).toEqual([false, true])
}

test.runIf(isSoak)('Ctrl-C during a run leaves the run working, and stop ends it', async () => {
  sample.commit()
  await json(['import'])
  const { last } = await json(['propose', `Wait\n\n${formatBlock({ kind: 'run', command: 'sleep 60' })}`])
  const running = startCli(['run', last.cycle.id], sample.path, environment)
  await running.untilSaid('building')
  if (hasTerminal) await watchAtTerminal(last.cycle.handle)
  running.interrupt()
  const ended = await running.ended
  expect([ended.exitCode, ended.stdout]).toEqual([130, ''])
  expect(ended.stderr).toMatch(
    new RegExp(`^The run goes on without you. See it again: \\S*atelier watch ${last.cycle.handle}$`, 'm'),
  )
  const watching = run(['--json', 'watch', last.cycle.id])
  expect(await json(['stop'])).toMatchObject({ exitCode: 0, last: { status: 'stopping' } })
  expect(await watching).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('cycle.stopped') as string })
})

test.runIf(isSoak)(
  'an unverified change ends a script with exit code 7, and --accept-unverified merges it',
  async () => {
    const bare = new Sample(join(folder, 'unproved'))
    bare.write('notes.txt', 'one\n').commit()
    const waiting = await run(['deliver', adding('page.md', 'Hello\n')], bare.path)
    expect([
      waiting.exitCode,
      waiting.stderr.includes('No check ran: no test command of the project is known.'),
    ]).toEqual([7, true])
    const { last } = await json(['deliver', adding('two.md', 'Hello\n'), '--accept-unverified'], bare.path)
    expect(last).toMatchObject({ cycle: { status: 'completed' }, tasks: [{ verdict: 'unverified', provedBy: [] }] })
    expect((await run(['status'], bare.path)).stdout).toMatch(/completed .* · unverified\n.*blocked .* · unverified/)
  },
)

test.runIf(isSoak)('a checked change ends a script with exit code 7, and --accept-checked merges it', async () => {
  const tested = new Sample(join(folder, 'checked'))
  tested.write('package.json', '{ "scripts": { "test": "test -e package.json" } }\n').commit()
  const waiting = await json(['deliver', adding('one.js', 'export {}\n')], tested.path)
  expect([waiting.exitCode, waiting.last]).toMatchObject([7, { error: { code: 'checked', exitCode: 7 } }])
  const { last } = await json(['deliver', adding('two.js', 'export {}\n'), '--accept-checked'], tested.path)
  expect(last).toMatchObject({ cycle: { status: 'completed' }, tasks: [{ verdict: 'checked', provedBy: [] }] })
})

test.runIf(isLong)(
  'deliver ends before an import if no model is configured and no block spells the change out',
  async () => {
    const plain = new Sample(join(folder, 'plain-words'))
    plain.write('notes.txt', 'one\n').commit()
    const ended = await run(['deliver', 'Say hello in the README'], plain.path)
    expect(ended.exitCode).toBe(1)
    expect(ended.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('No model is configured'),
      expect.stringContaining('models endpoints add'),
      expect.stringContaining('samples/word-count.md'),
    ])
    const { last } = await json(['status', '--all'], plain.path)
    expect(JSON.stringify(last)).not.toContain('plain-words')
  },
)
