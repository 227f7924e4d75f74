import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordBuild } from '../packages/index.ts'
import { afterTest } from '../../testing/after-test.ts'
import { commitScene } from '../../testing/previews.ts'
import { npmRegistry } from '../../testing/registries/npm.ts'
import { filesOf } from './kept-builds.ts'

test('an exact commit is built, whatever its branch is at by now', async () => {
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

test('a site in Node is built beside requirements of Python that cannot be fetched', async () => {
  const scene = await commitScene({
    'package.json': JSON.stringify({ scripts: { build: 'mkdir dist && echo built >dist/index.html' } }),
    'requirements.txt': 'git+https://example.com/docs.git\n',
  })
  expect(await scene.build()).toMatchObject({ build: { kind: 'static' } })
})

test('requirements that cannot be fetched refuse the build of a program in Python', async () => {
  const scene = await commitScene({ 'server.py': '', 'requirements.txt': 'git+https://example.com/shop.git\n' })
  expect(await scene.build()).toEqual({ failed: expect.stringContaining('names a package by an address') })
})

test('settings of the project win over the files of the commit', async () => {
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

test('the install of a build is recorded with how it ended, and a site that installs nothing records none', async () => {
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
})

test('a fetch that failed minutes ago is not tried again, and no build', async () => {
  const registry = await npmRegistry([])
  afterTest(() => registry.close())
  const manifest = { scripts: { build: 'true' }, dependencies: { absent: '1.0.0' } }
  const scene = await commitScene({ 'package.json': JSON.stringify(manifest) }, { npm: registry.address })
  const made = recorded()
  expect(await scene.build({}, {}, made)).toHaveProperty('failed')
  expect(made.lines).toEqual(['packages 64', expect.stringMatching(/^The packages could not be installed with npm\./)])
  expect(await scene.build({}, {}, made)).toHaveProperty('failed')
  expect(made.lines).toHaveLength(2)
})

test('a commit that cannot be served is refused before anything is laid out', async () => {
  const scene = await commitScene({ Dockerfile: 'FROM scratch' })
  expect(await scene.build()).toEqual({ failed: expect.stringContaining('takes the sandbox driver container') })
  expect(await readdir(scene.parent).catch(() => [])).toEqual([])
})
