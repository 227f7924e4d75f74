import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nodeManagers } from './for-node.ts'

const top = mkdtempSync(join(tmpdir(), 'node-folders-'))
afterAll(() => rmSync(top, { recursive: true }))

/** Runs the fetch of a manager over a program that notes each folder and its words, and fails in `broken`. */
const fetch = (name: string, files: Readonly<Record<string, string>>, script: string) => {
  const folder = mkdtempSync(join(top, 'run-'))
  const manifest = JSON.stringify({ scripts: { test: 'npm --prefix e2e test', prepare: script } }, null, 2)
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(folder, 'tree', path)), { recursive: true })
    writeFileSync(join(folder, 'tree', path), text)
  }
  mkdirSync(join(folder, 'cache', name), { recursive: true })
  const note = `${name}() { echo "$(basename "$PWD") $1" >>'${folder}/calls'; case "$PWD" in */broken) return 1 ;; esac; }; `
  const manager = nodeManagers.find((one) => one.name === name)!
  const env = { PATH: process.env.PATH, SETUP_CACHE: join(folder, 'cache'), TMPDIR: folder }
  const run = spawnSync('sh', ['-c', note + manager.fetch.command], {
    cwd: join(folder, 'tree'),
    env,
    encoding: 'utf8',
  })
  return { ...run, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') }
}

test.each([
  ['npm', 'package-lock.json', 'ci', 'npm install --prefix website'],
  ['pnpm', 'pnpm-lock.yaml', 'fetch', 'manypkg check && pnpm --dir website install --ignore-workspace'],
  ['yarn', 'yarn.lock', 'install', 'cd website && yarn'],
  ['bun', 'bun.lock', 'install', 'cd ./website && bun install'],
])('the fetch of %s has the packages of a folder that a script of the install names', (name, lock, word, script) => {
  const files = { [lock]: '', [`website/${lock}`]: '', [`e2e/${lock}`]: '', 'docs/package.json': '{}' }
  const { status, calls } = fetch(name, files, script)
  expect(status).toBe(0)
  expect(calls).toEqual([`tree ${word}`, `website ${word}`])
})

test('a folder whose packages cannot be had ends no fetch, and is named', () => {
  const files = { 'package-lock.json': '', 'apps/broken/package-lock.json': '' }
  const { status, calls, stdout } = fetch('npm', files, 'npm ci --prefix apps/broken')
  expect(status).toBe(0)
  expect(calls).toEqual(['tree ci', 'broken ci'])
  expect(stdout).toContain('The packages of apps/broken were not fetched.')
})
