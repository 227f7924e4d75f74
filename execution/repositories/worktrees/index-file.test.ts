import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIndexFile } from './index-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-index-'))
afterAll(() => rmSync(folder, { recursive: true }))
const git = (...argv: string[]) => execFileSync('git', argv, { cwd: folder }).toString()
const path = join(folder, '.git', 'index')
// Each length of a name, since entries are padded.
const names = Array.from({ length: 20 }, (_none, at) => `d/${'n'.repeat(at + 1)}`)

beforeAll(() => {
  git('init', '--quiet')
  mkdirSync(join(folder, 'd'))
  for (const name of names) writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, 'run'), 'x', { mode: 0o755 })
  git('add', '--all')
  git('write-tree')
})

test('an index is read as git shows it, with time and size of each file', () => {
  const { entries } = readIndexFile(readFileSync(path))!
  const shown = entries.map(({ mode, sha, path: name }) => `${mode} ${sha} 0\t${name}\n`)
  expect(shown.join('')).toBe(git('ls-files', '--stage'))
  expect(entries).toHaveLength(21)
  for (const entry of entries) {
    const status = statSync(join(folder, entry.path), { bigint: true })
    expect([entry.mtimeNs, BigInt(entry.sizeBytes)]).toEqual([status.mtimeNs, status.size])
  }
})

test('bytes after the entries are left out, and git takes the rest', () => {
  const bytes = readFileSync(path)
  expect(bytes.includes('TREE')).toBe(true)
  const shown = git('ls-files', '--stage', '--debug')
  const { plain } = readIndexFile(bytes)!
  expect(Buffer.from(plain).includes('TREE')).toBe(false)
  writeFileSync(path, plain)
  expect(git('ls-files', '--stage', '--debug')).toBe(shown)
})

test('a cut, padded or foreign index is refused', () => {
  const bytes = readFileSync(path)
  for (let length = 0; length < bytes.length - 20; length += 7)
    expect(readIndexFile(bytes.subarray(0, length))).toBeUndefined()
  const ofMore = Buffer.from(bytes)
  ofMore.writeUInt32BE(4_000_000_000, 8)
  expect(readIndexFile(ofMore)).toBeUndefined()
  git('update-index', '--index-version', '4')
  expect(readIndexFile(readFileSync(path))).toBeUndefined()
})
