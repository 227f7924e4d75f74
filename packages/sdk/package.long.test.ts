import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { beginImport } from '../../testing/repositories/imports.ts'
import { bundleOf } from '../../testing/repository.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { buildPackage, packPackage } from './build.ts'
import { openAtelier } from './src/index.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const server = await testServer()
const { owner } = await scene(server)
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const environment = {
  PATH: process.env.PATH,
  ATELIER_URL: server.baseUrl,
  ATELIER_API_KEY: owner.key!,
  ATELIER_WEBHOOK_SECRET: secret,
}

/** The examples of the README, each with the output behind it. */
const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^## (.+)$[^]*?^```ts\n([^]*?)^```$(?:\n\n```text\n([^]*?)^```$)?/gm)].map(
  ([, title, code, output]) => ({ title: title!, code: code!, output }),
)
const names = ['one', 'two', 'three', 'four', 'five']

let folder = ''
let built: Awaited<ReturnType<typeof buildPackage>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-sdk-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  built = await buildPackage(join(folder, 'package/dist'))
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'])
    await writeFile(join(folder, 'package', name), await readFile(join(import.meta.dirname, name)))
  const tarball = packPackage(relative('', folder), join(folder, 'package'))
  const program = join(folder, 'program')
  await mkdir(program)
  await writeFile(join(program, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--offline', '--silent', tarball], { cwd: program, stdio: 'pipe' })
  for (const [index, { code }] of examples.entries()) await writeFile(join(program, `${names[index]}.ts`), code)
})

const wrong = `import { isRefusal, openAtelier } from 'atelier-sdk'
const atelier = openAtelier({ url: 'http://127.0.0.1' })
await atelier.createProject({ body: { nam: 'Shop' } })
await atelier.getProject()
const rows: string[] = await atelier.listProjects()
try { await atelier.deleteCycle({ params: { id: '' } }) } catch (error) {
  if (isRefusal(error, 'deleteCycle') && error.code === 'cycle_not_startable') throw error
  if (isRefusal(error, 'uploadProjectImportBundle') && error.code === 'upload_offset') rows.at(error.details.offset)
}
for await (const frame of atelier.streamTask({ params: { id: '' } })) if (frame.event === 'nothing') break
atelier.every.getProject({ params: { id: '' } })
export { rows }
`

test('it installs without network into an empty folder, and the examples compile there, and mistakes do not', async () => {
  expect(examples).toHaveLength(names.length)
  await writeFile(join(folder, 'program/wrong.ts'), wrong)
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const how = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022']
  const files = [...names, 'wrong'].map((name) => `${name}.ts`)
  const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', ...how, ...types, ...files], {
    cwd: join(folder, 'program'),
    encoding: 'utf8',
  })
  const places = [...stdout.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => [file, Number(line)])
  expect(places).toEqual([3, 4, 5, 7, 10, 11].map((line) => ['wrong.ts', line]))
})

/** Runs the examples in one process, and gives the last one, a receiver, a signed message and a changed one. */
const program = `for (const name of ['one', 'two', 'three', 'four']) {
  await import(\`./\${name}.ts\`)
  console.log('—')
}
const { default: receiver } = await import('./five.ts')
const headers = JSON.parse(process.env.HEADERS!)
for (const body of [process.env.BODY!, process.env.BODY! + ' '])
  console.log((await receiver.fetch(new Request('http://localhost/', { method: 'POST', headers, body }))).status)
process.exit()
`

test('the examples print the output in the README, and the webhook example refuses a changed message', async () => {
  const body = JSON.stringify({ type: 'task.merged', timestamp: new Date().toISOString(), data: { entityId: 't1' } })
  const now = new Date()
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('m1', now, body),
  }
  await writeFile(join(folder, 'program/all.ts'), program)
  const env = { ...environment, BODY: body, HEADERS: JSON.stringify(headers) }
  const { stdout } = await run(process.execPath, ['all.ts'], { cwd: join(folder, 'program'), env })
  expect(stdout.split('—\n')).toEqual([
    ...examples.slice(0, -1).map(({ output }) => output),
    'task.merged t1\n204\n400\n',
  ])
})

test('the module imports nothing, and is not larger than the README promises', async () => {
  const code = await readFile(join(folder, 'package/dist/index.js'), 'utf8')
  expect(code).not.toMatch(/\bimport\b[^\n]*from|\brequire\(|node:/)
  const most = /has less than (\d+) kB, (\d+) kB compressed/.exec(readme)!
  expect(built.sizeBytes).toBeLessThan(Number(most[1]) * 1_000)
  expect(built.compressedBytes).toBeLessThan(Number(most[2]) * 1_000)
})

test('a bundle is uploaded to a session of the server, with its progress', async () => {
  const bundle = await bundleOf({ 'README.md': 'Shop' })
  const id = await beginImport(owner, bundle)
  const progress: number[] = []
  const atelier = openAtelier({ url: server.baseUrl, key: owner.key! })
  const answer = await atelier.uploadProjectImportBundle(
    { params: { id }, body: new Uint8Array(bundle.bytes) },
    { onProgress: ({ arrivedBytes }) => progress.push(arrivedBytes) },
  )
  expect(answer).toMatchObject({ id, sizeBytes: bundle.bytes.length, sha256: bundle.sha256 })
  expect([progress.at(0), progress.at(-1)]).toEqual([0, bundle.bytes.length])
})
