import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bun } from './for-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'bun-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The lock file as Bun finds it in a fetch. */
const seen = (lock: string, registry: string) => {
  writeFileSync(join(folder, 'bun.lock'), lock)
  const command = `bun() { cat bun.lock; }; ${bun.fetch.command}`
  const env = { PATH: process.env.PATH, SETUP_CACHE: folder, BUN_CONFIG_REGISTRY: registry }
  return execFileSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' })
}

const lock = (
  first: string,
  second: string,
) => `    "is-odd": ["is-odd@3.0.1", "${first}", { "dependencies": {} }, "sha512-a=="],
    "@acme/ui/is-odd": ["@acme/ui@1.0.0-rc.1", "${second}", {}, "sha512-b=="],
    "shop": ["shop@workspace:packages/shop"],
    "left": ["left@github:acme/left#1a2b3c", {}, "acme-left-1a2b3c", "sha512-c=="],
`

test('a fetch gets the packages of bun.lock from the named registry, and others from their own address', () => {
  const own = 'http://npm.packages.internal/'
  const written = lock('', 'https://npm.acme.example/@acme/ui/-/ui-1.0.0-rc.1.tgz')
  expect(seen(written, own)).toBe(lock(`${own}is-odd/-/is-odd-3.0.1.tgz`, `${own}@acme/ui/-/ui-1.0.0-rc.1.tgz`))
  expect(seen(written, '')).toBe(written)
})

test('a lock file on one line is read as well', () => {
  const entry = (address: string) => `{"packages":{"a":["a@1.0.0",${address}{},"sha512-a=="]}}`
  expect(seen(entry('"",'), 'http://own/')).toBe(entry(' "http://own/a/-/a-1.0.0.tgz", '))
})
