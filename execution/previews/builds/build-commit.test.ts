import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordBuild } from '../../packages/index.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { commitScene } from '../../../testing/deployments/previews.ts'
import { npmRegistry } from '../../../testing/registries/npm.ts'
import { otherNodes } from '../../../testing/registries/other-node.ts'
import { filesOf } from './kept-builds.ts'
import { existsSync } from 'node:fs'
import { pypi } from '../../../testing/registries/pypi.ts'
import { testLimits } from '../../../testing/sandbox/conformance-scene.ts'
import { chooseDriver } from '../../sandbox/index.ts'
import type { CommitResult } from './build-commit.ts'
import type { PreviewBuild } from '../preview.ts'
import { isLong } from '../../../testing/soak.ts'

test('an exact commit is built, wherever its branch is by now', async () => {
  const scene = await commitScene({
    'package.json': JSON.stringify({ scripts: { build: 'node build.cjs' } }),
    'build.cjs': `
      const { cpSync, mkdirSync, readdirSync } = require('node:fs')
      mkdirSync('dist')
      cpSync('index.html', 'dist/index.html')
      console.log('built in', readdirSync('.').sort().join(' '))`,
    'index.html': 'first',
  })
  scene.sample.write('index.html', 'second').commit()
  const result = await scene.build()
  expect(result).toMatchObject({ plan: { kind: 'static', build: ['npm run build'] }, build: { output: '.' } })
  if ('failed' in result) throw new Error(result.failed)
  expect(await readFile(join(filesOf(result.build), 'index.html'), 'utf8')).toBe('first')
  expect(scene.lines).toContainEqual({ source: 'build', text: 'built in build.cjs dist index.html package.json' })
  expect(await scene.worktrees.list()).toEqual([])
})

test.runIf(isLong)('a site in Node is built beside requirements of Python that cannot be fetched', async () => {
  const scene = await commitScene({
    'package.json': JSON.stringify({ scripts: { build: 'mkdir dist && echo built >dist/index.html' } }),
    'requirements.txt': 'git+https://example.com/docs.git\n',
  })
  expect(await scene.build()).toMatchObject({ build: { kind: 'static' } })
})

test.runIf(isLong)('requirements that cannot be fetched refuse the build of a program in Python', async () => {
  const scene = await commitScene({ 'server.py': '', 'requirements.txt': 'git+https://example.com/shop.git\n' })
  expect(await scene.build()).toEqual({ failed: expect.stringContaining('names a package by an address') })
})

test.runIf(isLong)('settings of the project win over the files of the commit', async () => {
  const scene = await commitScene({ 'package.json': '{"scripts":{"build":"exit 1"}}', 'web/index.html': 'start' })
  const result = await scene.build({ build: '', output: 'web' })
  expect(result).toMatchObject({ plan: { kind: 'static', build: [] }, build: { output: '.' } })
})

/** Keeps what is recorded of builds, one line for each. */
const recorded = () => {
  const lines: string[] = []
  const recordBuild: RecordBuild = ({ kind, contentHash }) => ({
    build: async (work, endOf) => {
      lines.push(`${kind} ${contentHash.length}`)
      const result = await work()
      const { error, log } = endOf(result)
      lines.push(`${error} ${log}`)
      return result
    },
    reused: async () => void lines.push('reused'),
  })
  return { lines, recordBuild }
}

test.runIf(isLong)(
  'the install of a build is recorded with how it ended, and a site that installs nothing records none',
  async () => {
    const site = { 'package.json': '{"scripts":{"build":"mkdir dist && echo built >dist/index.html"}}' }
    const scene = await commitScene(site)
    const made = recorded()
    expect(await scene.build({}, {}, { ...made, setup: { setup: 'echo installed' } })).toHaveProperty('build')
    expect(made.lines).toEqual(['packages 64', 'undefined installed'])

    const failing = recorded()
    const other = await commitScene(site)
    expect(await other.build({}, {}, { ...failing, setup: { setup: 'echo boom; exit 3' } })).toHaveProperty('failed')
    expect(failing.lines[1]).toMatch(/^The packages could not be installed with .+ boom\n/)

    const plain = recorded()
    const files = await commitScene({ 'index.html': 'start' })
    expect(await files.build({}, {}, plain)).toHaveProperty('build')
    expect(plain.lines).toEqual([])
  },
)

test.runIf(isLong)('a fetch that failed minutes ago is not tried again, and no build', async () => {
  const registry = await npmRegistry([])
  afterTest(() => registry.close())
  const manifest = { scripts: { build: 'true' }, dependencies: { absent: '1.0.0' } }
  const scene = await commitScene({ 'package.json': JSON.stringify(manifest) }, { npm: registry.address })
  const made = recorded()
  expect(await scene.build({}, {}, made)).toEqual({
    failed: expect.stringContaining('could not be installed with npm'),
  })
  expect(scene.lines.map(({ text }) => text).join('\n')).toContain('absent')
  expect(await readdir(scene.parent)).toEqual([])
  expect(made.lines).toEqual(['packages 64', expect.stringMatching(/^The packages could not be installed with npm\./)])
  expect(await scene.build({}, {}, made)).toHaveProperty('failed')
  expect(made.lines).toHaveLength(2)
})

test.runIf(isLong)('a commit that cannot be served is refused before anything is laid out', async () => {
  const scene = await commitScene({ Dockerfile: 'FROM scratch' })
  expect(await scene.build()).toEqual({ failed: expect.stringContaining('takes the sandbox driver container') })
  expect(await readdir(scene.parent).catch(() => [])).toEqual([])
})

const limits = { diskBytes: 1024 * 2 ** 20, memoryBytes: 1024 * 2 ** 20, processes: 256, wallMs: 120_000 }

const buildOf = (result: CommitResult, lines: readonly { readonly text: string }[]): PreviewBuild => {
  if ('failed' in result) throw new Error([result.failed, ...lines.map(({ text }) => text)].join('\n'))
  return result.build
}

/** The output of a build's start command, in a sandbox without a network. */
const startOf = async (build: PreviewBuild) => {
  const driver = await chooseDriver(undefined)
  const worktree = { from: filesOf(build), writable: false }
  const sandbox = await driver.open({ id: 'app', worktree, environment: build.environment, limits: testLimits })
  const ended = await sandbox.run({ argv: ['sh', '-c', build.start!] })
  await sandbox.close()
  return ended.stdout + ended.stderr
}

test.runIf(isLong)('a Node app is built with its packages, and its program starts without a network', async () => {
  const stamp = { 'stamp.cjs': "#!/usr/bin/env node\nrequire('node:fs').writeFileSync('version.txt', '1.3.0')\n" }
  const registry = await npmRegistry([
    { name: 'stamp', version: '1.0.0', bin: { stamp: 'stamp.cjs' }, files: stamp },
    { name: 'red', version: '2.0.0', files: { 'index.js': "module.exports = 'red'\n" } },
  ])
  afterTest(() => registry.close())
  const manifest = {
    name: 'shop',
    version: '1.0.0',
    scripts: { build: 'stamp', start: 'node server.cjs' },
    dependencies: { red: '2.0.0', stamp: '1.0.0' },
  }
  const program =
    "console.log(require('red'), process.env.NODE_ENV, require('node:fs').readFileSync('version.txt', 'utf8'))"
  const scene = await commitScene(
    { 'package.json': JSON.stringify(manifest), 'server.cjs': program },
    { npm: registry.address },
  )
  const build = buildOf(await scene.build({}, limits), scene.lines)
  expect(build).toMatchObject({ kind: 'node', start: expect.stringMatching(/\nnpm run start$/) })
  expect(await readdir(join(filesOf(build), 'node_modules'))).toEqual(expect.arrayContaining(['red', 'stamp']))
  expect(await startOf(build)).toContain('red production 1.3.0')
})

const fakePnpm = "#!/usr/bin/env node\nif (process.argv[2] === '--version') console.log('10.1.0')\n"

test.runIf(isLong)('a build has the Node and the package manager that its repository asks for', async () => {
  const registry = await npmRegistry([
    ...otherNodes,
    { name: 'pnpm', version: '10.1.0', bin: { pnpm: 'pnpm.js' }, files: { 'pnpm.js': fakePnpm } },
    { name: 'red', version: '2.0.0', files: { 'index.js': '' } },
  ])
  afterTest(() => registry.close())
  const build = 'mkdir dist && node --version >dist/node.txt && pnpm --version >dist/pnpm.txt'
  const scene = await commitScene(
    {
      'package.json': JSON.stringify({ scripts: { build }, dependencies: { red: '2.0.0' } }),
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
      '.nvmrc': '20\n',
    },
    { npm: registry.address },
  )
  const files = filesOf(buildOf(await scene.build({}, limits), scene.lines))
  expect(await readFile(join(files, 'node.txt'), 'utf8')).toBe('v20.1.0\n')
  expect(await readFile(join(files, 'pnpm.txt'), 'utf8')).toBe('10.1.0\n')
})

// Sandboxes see only the programs in /usr.
const hasPip = existsSync('/usr/bin/python3') && existsSync('/usr/lib/python3/dist-packages/pip')

test.runIf(isLong && hasPip)('a Python program finds its packages in the folder of the build', async () => {
  const registry = await pypi([{ name: 'tinysum', version: '1.0.0', module: 'def add(a, b):\n    return a + b\n' }])
  afterTest(() => registry.close())
  const scene = await commitScene(
    { 'requirements.txt': 'tinysum==1.0.0\n', 'server.py': 'import tinysum\nprint("sum", tinysum.add(1, 2))\n' },
    { pypi: `${registry.address}pypi/simple/` },
  )
  const build = buildOf(await scene.build({}, limits), scene.lines)
  expect(build).toMatchObject({ kind: 'python', start: expect.stringMatching(/\npython3 server\.py$/) })
  expect(await startOf(build)).toBe('sum 3\n')
})

// A registry with the public packages, as this machine reaches it.
const npm = process.env.ATELIER_TEST_NPM_REGISTRY

test.runIf(isLong && npm)('a site is built with Vite and React from the public registry', async () => {
  const manifest = {
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build' },
    dependencies: { react: '19.1.0', 'react-dom': '19.1.0' },
    devDependencies: { vite: '6.3.5' },
    overrides: { rollup: '4.40.0' },
  }
  const scene = await commitScene(
    {
      'package.json': JSON.stringify(manifest),
      'index.html': '<!doctype html><div id="app"></div><script type="module" src="/main.js"></script>',
      'main.js':
        "import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\n" +
        "createRoot(document.getElementById('app')).render(createElement('p', null, 'Hello'))\n",
    },
    { npm: npm! },
  )
  const build = buildOf(await scene.build({}, limits), scene.lines)
  expect(build).toMatchObject({ kind: 'static', isSinglePage: true, output: '.' })
  expect(await readFile(join(filesOf(build), 'index.html'), 'utf8')).toContain('/assets/index-')
  expect((await readdir(filesOf(build))).sort()).toEqual(['assets', 'index.html'])
})
