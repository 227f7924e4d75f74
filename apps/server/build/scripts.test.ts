import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { joinSources } from './join-sources.ts'
import { openScripts } from './scripts.ts'
import { inSources } from './stack-traces.ts'

const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const programOf = (said: string) =>
  [
    `import { basename } from 'node:path'`,
    `const own = basename(import.meta.filename)`,
    `export const fail = (): never => { throw new TypeError('failed') }`,
    `export const say = async () => ({ own, said: '${said}', later: (await import('./later.ts')).later() })`,
  ].join('\n')

/** Joins a program that says `said`, as a start does: each state of the sources in a folder of its own. */
const joined = async (state: string, said: string) => {
  const folder = join(root, 'node_modules/.atelier-server', state)
  await mkdir(join(root, 'part'), { recursive: true })
  await writeFile(join(root, 'part/later.ts'), `export const later = () => 'later'`)
  await writeFile(join(root, 'part/program.ts'), programOf(said))
  await joinSources(folder, {
    ...{ root, parts: ['part'], apart: [], asScripts: true },
    programs: { program: 'part/program.ts' },
  })
  return folder
}

const start = async (folder: string, kept: string | undefined) => {
  const { load, keep } = openScripts(folder, kept)
  const { say } = load('program.cjs') as { say: () => Promise<unknown> }
  return { said: await say(), kept: (await keep()).filter((name) => name === 'program.cjs') }
}
const says = (said: string) => ({ own: 'program.ts', said, later: 'later' })
const again = ['program.cjs']

test('what V8 compiled of scripts is kept once, and found by the next start', async () => {
  const [folder, kept] = [await joined('once', 'first'), join(root, 'kept-once')]
  expect(await start(folder, kept)).toEqual({ said: says('first'), kept: again })
  const names = await readdir(kept)
  expect(names.every((name) => name.startsWith('once-') && name.endsWith('.cjs'))).toBe(true)
  expect(await start(folder, kept)).toEqual({ said: says('first'), kept: [] })
  expect(await readdir(kept)).toEqual(names)
})

test('a script that changed runs as it is now, though it is as long and has the same name', async () => {
  const [folder, kept] = [await joined('changed', 'first'), join(root, 'kept-changed')]
  await start(folder, kept)
  await joined('changed', 'other')
  expect(await start(folder, kept)).toEqual({ said: says('other'), kept: again })
})

test('what was kept in part or is damaged is kept anew', async () => {
  const [folder, kept] = [await joined('torn', 'first'), join(root, 'kept-torn')]
  await start(folder, kept)
  const file = join(kept, 'torn-program.cjs')
  const whole = await readFile(file)
  const flipped = Buffer.from(whole)
  flipped[whole.length - 40]! ^= 1
  for (const bytes of [Buffer.alloc(0), whole.subarray(0, whole.length / 2), flipped, Buffer.alloc(whole.length)]) {
    await writeFile(file, bytes)
    expect(await start(folder, kept)).toEqual({ said: says('first'), kept: again })
  }
})

test('traces through scripts name the sources', async () => {
  const { fail } = openScripts(await joined('traces', 'first'), undefined).load('program.cjs') as { fail: () => never }
  const frames = () => {
    try {
      return fail()
    } catch (error) {
      return (error as Error).stack!.split('\n').map(inSources)
    }
  }
  expect(frames()[1]).toContain(`at fail (${join(root, 'part/program.ts')}:3)`)
})

test('scripts run where nothing can be kept', async () => {
  const folder = await joined('nowhere', 'first')
  expect(await start(folder, undefined)).toEqual({ said: says('first'), kept: [] })
  await writeFile(join(root, 'a-file'), '')
  const { load, keep } = openScripts(folder, join(root, 'a-file/kept'))
  expect(load('program.cjs')).toHaveProperty('say')
  await expect(keep()).rejects.toThrow('ENOTDIR')
})

test('what was kept of other states goes after a week', async () => {
  const [folder, kept] = [await joined('now', 'first'), join(root, 'kept-weeks')]
  await mkdir(kept)
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000)
  for (const name of ['old-program.cjs', 'new-program.cjs']) await writeFile(join(kept, name), '')
  await utimes(join(kept, 'old-program.cjs'), longAgo, longAgo)
  await start(folder, kept)
  expect(await readdir(kept)).toEqual(expect.arrayContaining(['new-program.cjs', 'now-program.cjs']))
  expect(await readdir(kept)).not.toContain('old-program.cjs')
})
