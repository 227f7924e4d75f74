import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const run = promisify(execFile)

const source = join(root, 'domains/a.ts')
const bin = join(root, 'node_modules/.bin')
for (const part of ['apps/cli', 'apps/server', 'domains', 'execution', 'platform', 'bin'])
  await mkdir(join(root, part), { recursive: true })
await mkdir(bin, { recursive: true })
await writeFile(join(root, 'package-lock.json'), '{}')
await copyFile(join(import.meta.dirname, '../../bin/server.sh'), join(root, 'bin/server.sh'))

/** What stands in the place of Node writes what it is told to, into the folder that it is given. */
const joinBy = async (script: string) => {
  await writeFile(join(bin, 'node'), `#!/bin/sh\nset -eu\n${script}\n`)
  await chmod(join(bin, 'node'), 0o755)
}
const joins = 'mkdir -p "$2" && cat domains/a.ts >"$2/server.mjs"'

/** What is started, and what was joined into it. */
const started = async () => {
  const script = 'set -eu; root=$PWD; . bin/server.sh; printf "%s\\n" "$server"; cat "$server" 2>/dev/null || true'
  const { stdout, stderr } = await run('sh', ['-c', script], { cwd: root })
  const [program, ...text] = stdout.split('\n')
  return { program: program!.slice(root.length + 1), text: text.join('\n'), stderr }
}

test('what is started is always joined from the sources of now, whatever the times of their files', async () => {
  await joinBy(joins)
  await writeFile(source, 'one')
  const first = await started()
  expect(first).toMatchObject({ text: 'one', stderr: '' })
  expect(first.program).toMatch(/^node_modules\/\.atelier-server\/[0-9a-f]{16}\/server\.mjs$/)
  await joinBy('exit 1')
  expect(await started()).toEqual(first)

  await joinBy(joins)
  await writeFile(join(root, 'older.ts'), 'old')
  await utimes(join(root, 'older.ts'), 1_000_000, 1_000_000)
  await rename(join(root, 'older.ts'), source)
  expect((await started()).text).toBe('old')
  await rm(source)
  await writeFile(join(root, 'domains/b.ts'), 'unused')
  await writeFile(source, 'two')
  expect((await started()).text).toBe('two')
  await writeFile(join(root, 'domains/a.test.ts'), 'a test')
  await joinBy('exit 1')
  expect((await started()).text).toBe('two')
})

test('sources that cannot be joined, or that change meanwhile, run as they are', async () => {
  await writeFile(source, 'three')
  await joinBy('echo why >&2; mkdir -p "$2"; exit 1')
  const refused = await started()
  expect(refused.program).toBe('apps/server/main.ts')
  expect(refused.stderr).toMatch(/^why\nThe sources of the server could not be joined; the lines above say why/)

  await joinBy(`${joins}; echo four >domains/a.ts`)
  expect(await started()).toMatchObject({ program: 'apps/server/main.ts', stderr: '' })
  expect((await readdir(join(root, 'node_modules/.atelier-server'))).filter((name) => name.includes('.'))).toEqual([])
  await joinBy(joins)
  expect((await started()).text).toBe('four\n')
})

test('what was joined is named to the server where it starts from that, and never another', async () => {
  const script = 'set -eu; root=$PWD; . bin/server.sh; printenv JOINED_SOURCES || echo none'
  const named = async () => {
    const { stdout } = await run('sh', ['-c', script], {
      cwd: root,
      env: { PATH: process.env.PATH, JOINED_SOURCES: '/of/another' },
    })
    return stdout.trim()
  }
  await writeFile(source, 'five')
  await joinBy('exit 1')
  expect(await named()).toBe('none')
  await joinBy(joins)
  expect(`${await named()}/server.mjs`).toBe(join(root, (await started()).program))
})

test('a find that cannot tell times starts the sources', async () => {
  await writeFile(join(root, 'bin/find'), '#!/bin/sh\nexit 1\n')
  await chmod(join(root, 'bin/find'), 0o755)
  const script = 'set -eu; root=$PWD; PATH=$PWD/bin:$PATH; . bin/server.sh; printf "%s" "$server"'
  const { stdout } = await run('sh', ['-c', script], { cwd: root })
  expect(stdout).toBe(join(root, 'apps/server/main.ts'))
})
