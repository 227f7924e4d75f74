import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitScene } from '../../testing/previews.ts'
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

test('a commit that cannot be served is refused before anything is laid out', async () => {
  const scene = await commitScene({ Dockerfile: 'FROM scratch' })
  expect(await scene.build()).toEqual({ failed: expect.stringContaining('takes the sandbox driver container') })
  expect(await readdir(scene.parent).catch(() => [])).toEqual([])
})
