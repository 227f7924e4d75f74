import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { previewScene, siteBuiltBy } from '../../../testing/deployments/previews.ts'
import { testLimits } from '../../../testing/sandbox/conformance-scene.ts'
import { buildPreview, previewScript } from './build.ts'
import type { BuildResult } from './build-parts.ts'
import { filesOf, findKeptBuild, measureBuild, removeKeptBuild, removeUnfinishedBuilds } from './kept-builds.ts'

const buildOf = (result: BuildResult) => {
  if ('failed' in result) throw new Error(result.failed)
  return result.build
}

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

test.runIf(isLong)('a site without a build is kept as it is, without .git, links and their targets', async () => {
  const { parts, tree, lines, input } = await previewScene({ 'index.html': 'start', 'a/b.css': 'b' })
  await symlink('/etc/passwd', join(tree, 'passwd'))
  await symlink('..', join(tree, 'a/up'))
  const build = buildOf(await buildPreview(parts, input(siteBuiltBy())))
  expect(await filesIn(filesOf(build))).toEqual(['a', 'a/b.css', 'index.html'])
  expect(build).toMatchObject({ kind: 'static', output: '.', start: null, environment: {} })
  expect(lines.map(({ text }) => text)).toContainEqual(expect.stringContaining('2 entries were left out'))
  expect((await stat(join(tree, '.git'))).isFile()).toBe(true)
})

test('a build command makes a site in a sandbox, and its output streams to the log', async () => {
  const { parts, tree, parent, lines, input } = await previewScene({ 'index.html': 'start' })
  process.env.ATELIER_CANARY = 'canary'
  const command =
    'mkdir -p dist/closed && sed s/start/built/ index.html >dist/index.html && env >dist/env.txt && echo made it && ' +
    'ln -s /etc/passwd dist/passwd && ln -s ../index.html dist/source && mkfifo dist/pipe && chmod 000 dist/closed dist/env.txt dist'
  const plan = siteBuiltBy(command)
  const build = buildOf(await buildPreview(parts, input(plan, { environment: { COLOUR: 'blue' } })))
  delete process.env.ATELIER_CANARY
  expect(await filesIn(filesOf(build))).toEqual(['closed', 'env.txt', 'index.html'])
  expect(await readFile(join(filesOf(build), 'index.html'), 'utf8')).toBe('built')
  const environment = await readFile(join(filesOf(build), 'env.txt'), 'utf8')
  expect(environment).toContain('COLOUR=blue')
  expect(environment).not.toContain('canary')
  expect(lines).toContainEqual({ source: 'build', text: 'made it' })
  expect(await readdir(tree)).toEqual(['.git', 'index.html'])
  expect(await readdir(parent)).toEqual(['first'])
  expect(build.sizeBytes).toBe(await measureBuild(filesOf(build)))

  const again = buildOf(await buildPreview(parts, input(siteBuiltBy('exit 1'))))
  expect(again).toEqual(build)
  expect(await findKeptBuild(build.folder)).toEqual(build)
  await removeKeptBuild(build.folder)
  expect(await readdir(parent)).toEqual([])
  expect(await findKeptBuild(build.folder)).toBeUndefined()
})

test.runIf(isLong).each([
  ['a command that fails', 'echo why >&2; exit 3', 'ended with exit code 3'],
  ['a program that is missing', 'no-such-program', 'was not found'],
  ['no output folder', 'mkdir build && touch build/index.html', 'no folder dist. The folder build has an index.html'],
  ['a link as the output folder', 'ln -s /etc dist', 'no folder dist'],
  ['more than the disk limit', 'mkdir dist; head -c 40M /dev/urandom >dist/a; sleep 9', 'wrote more than 32 MiB'],
  [
    'folders that are too deep',
    'mkdir dist; cd dist; for i in $(seq 9); do d=$(printf %0200d 1); mkdir $d; cd $d; done',
    'too deep',
  ],
  ['a sparse file as large', 'mkdir dist; truncate -s 40M dist/a', 'larger than 32 MiB'],
])('%s fails with a sentence and leaves no folder', async (_, command, sentence) => {
  const { parts, parent, input } = await previewScene({ 'index.html': '' })
  const limits = { ...testLimits, diskBytes: 32 * 2 ** 20 }
  const result = await buildPreview(parts, input(siteBuiltBy(command), { limits }))
  expect(result).toEqual({ failed: expect.stringContaining(sentence) })
  expect(await readdir(parent)).toEqual([])
})

test('a build reaches no network, not even of this machine', async () => {
  const { parts, input } = await previewScene({ 'index.html': '' })
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end()
  }).listen(0, '127.0.0.1')
  afterTest(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const command = `node -e "fetch('http://127.0.0.1:${port}').then(() => 0, () => process.exit(9))"`
  const result = await buildPreview(parts, input(siteBuiltBy(command)))
  expect(result).toEqual({ failed: expect.stringContaining('exit code 9') })
  expect(requests).toBe(0)
})

test.runIf(isLong)(
  'a server that is killed in the middle of a build leaves files that the next start removes',
  async () => {
    const { tree, parent } = await previewScene({ 'index.html': '' })
    const folder = join(parent, 'first')
    const server = spawn(process.execPath, ['--input-type=module', '-e', killedServer, tree, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: join(import.meta.dirname, '../../..'),
    })
    await once(server.stdout, 'data')
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect(await readdir(parent)).toEqual([expect.stringMatching(/^\.unfinished-/)])
    expect(await findKeptBuild(folder)).toBeUndefined()
    await removeUnfinishedBuilds(parent)
    expect(await readdir(parent)).toEqual([])
  },
)

const killedServer = `
  import { buildPreview } from './execution/previews/builds/build.ts'
  import { chooseDriver } from './execution/sandbox/index.ts'
  const [tree, folder] = process.argv.slice(1)
  const plan = { ...${JSON.stringify(siteBuiltBy('mkdir -p dist/a/b; echo begun; exec sleep 30'))} }
  await buildPreview(
    { sandboxes: await chooseDriver(undefined) },
    {
      tree, folder, plan, environment: {}, limits: ${JSON.stringify(testLimits)},
      onLine: ({ source, text }) => { if (source === 'build') console.log(text) },
      signal: new AbortController().signal,
    },
  )
`

test('an aborted build rejects and leaves no folder', async () => {
  const { parts, parent, lines, input } = await previewScene({ 'index.html': '' })
  const stop = new AbortController()
  const onLine = (line: (typeof lines)[number]) => {
    if (line.text === 'begun') stop.abort(new Error('The deployment was stopped.'))
  }
  const plan = siteBuiltBy('echo begun; sleep 30')
  await expect(buildPreview(parts, input(plan, { onLine, signal: stop.signal }))).rejects.toThrow('was stopped')
  expect(await readdir(parent)).toEqual([])
})

test('a program is kept with all its files, links and packages, and the environment of its packages', async () => {
  const { parts, tree, input } = await previewScene({ 'server.js': '', 'lib/a.js': '' })
  await symlink('lib/a.js', join(tree, 'a.js'))
  await writeFile(join(tree, 'run.sh'), 'exit 0')
  await chmod(join(tree, 'run.sh'), 0o755)
  const program = { kind: 'node', start: 'node server.js', build: ['echo built >made.txt'], output: '.' } as const
  const build = buildOf(await buildPreview(parts, input({ ...siteBuiltBy(), ...program })))
  expect(await filesIn(filesOf(build))).toEqual(['a.js', 'lib', 'lib/a.js', 'made.txt', 'run.sh', 'server.js'])
  expect((await stat(join(filesOf(build), 'run.sh'))).mode & 0o777).toBe(0o755)
  expect(build).toMatchObject({
    kind: 'node',
    start: previewScript('node server.js'),
    environment: { NODE_ENV: 'production' },
  })
})
