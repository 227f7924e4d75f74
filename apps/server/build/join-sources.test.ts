import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { joinSources } from './join-sources.ts'

const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const run = promisify(execFile)

const write = async (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
}

const joined = async (name: string, program: string) => {
  const folder = join(root, 'node_modules/.atelier-server', name)
  await joinSources(folder, { root, parts: ['part'], programs: { program }, apart: ['apart'] })
  return join(folder, 'program.mjs')
}

test('a joined program finds what lies beside its sources, and traces name them', async () => {
  await write({
    'part/words.txt': 'words',
    'part/thread.ts': `import { parentPort } from 'node:worker_threads'\nconst said: string = 'thread'\nparentPort!.postMessage(said)`,
    'part/deep/reads.ts': [
      `import { once } from 'node:events'`,
      `import { readFileSync } from 'node:fs'`,
      `import http, { STATUS_CODES } from 'node:http'`,
      `import { join } from 'node:path'`,
      `import { Worker } from 'node:worker_threads'`,
      `import { isApart } from 'apart'`,
      `import required from 'required'`,
      `interface Found { readonly words: string }`,
      `export const found = async (): Promise<Found & Record<string, unknown>> => {`,
      `  const [said] = await once(new Worker(new URL('../thread.ts', import.meta.url)), 'message')`,
      `  const words = readFileSync(join(import.meta.dirname, '..', 'words.txt'), 'utf8')`,
      `  const own = import.meta.filename.endsWith('reads.ts')`,
      `  const hasFetch = process.moduleLoadList.some((name: string) => name.endsWith('deps/undici/undici'))`,
      `  const isHttp = http.STATUS_CODES === STATUS_CODES && STATUS_CODES[404] === 'Not Found'`,
      `  return { words, said, isApart, required, named: 'import.meta.dirname', own, isHttp, hasFetch }`,
      `}`,
      ``,
      `export const fail = (): never => {`,
      `  throw new TypeError('failed')`,
      `}`,
    ].join('\n'),
    'part/later.ts': `import { fail, found } from './deep/reads.ts'
console.log(JSON.stringify(await found()))
try { fail() } catch (error) { console.log((error as Error).stack) }`,
    'part/program.ts': `import { traceSources } from './stack-traces.ts'\ntraceSources()\nawait import('./later.ts')`,
    'node_modules/apart/package.json': JSON.stringify({ name: 'apart', main: './index.js' }),
    'node_modules/apart/index.js': `exports.isApart = __dirname.endsWith('apart')`,
    'node_modules/required/package.json': JSON.stringify({ name: 'required', main: './index.js' }),
    'node_modules/required/index.js': `module.exports = require('apart').isApart`,
  })
  await copyFile(join(import.meta.dirname, 'stack-traces.ts'), join(root, 'part/stack-traces.ts'))
  const { stdout } = await run(process.execPath, [await joined('whole', 'part/program.ts')], { cwd: tmpdir() })
  const [found, ...trace] = stdout.split('\n')
  expect(JSON.parse(found!)).toEqual({
    ...{ words: 'words', said: 'thread', isApart: true, required: true, named: 'import.meta.dirname', own: true },
    ...{ isHttp: true, hasFetch: false },
  })
  expect(trace.slice(0, 3)).toEqual([
    'TypeError: failed',
    `    at fail (${join(root, 'part/deep/reads.ts')}:19)`,
    `    at ${join(root, 'part/later.ts')}:3`,
  ])
})

test('a source that changes are not looked for in is not joined', async () => {
  await write({ 'elsewhere/a.ts': 'export const a = 1', 'part/outside.ts': `import '../elsewhere/a.ts'` })
  await expect(joined('outside', 'part/outside.ts')).rejects.toThrow('elsewhere/a.ts lies outside')
})

test('a package that reads what lies beside it is not joined', async () => {
  await write({
    'node_modules/beside/package.json': JSON.stringify({ name: 'beside', main: 'index.js' }),
    'node_modules/beside/index.js': `exports.folder = __dirname`,
    'part/uses.ts': `import { folder } from 'beside'\nconsole.log(folder)`,
  })
  await expect(joined('beside', 'part/uses.ts')).rejects.toThrow('name its package')
})
