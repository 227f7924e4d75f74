import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandIn } from './command.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const program = join(root, 'bin', 'atelier')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-command-'))
  for (const name of ['linked', 'another', 'empty']) await mkdir(join(folder, name))
  await symlink(program, join(folder, 'linked', 'atelier'))
  await writeFile(join(folder, 'another', 'atelier'), '#!/bin/sh\n')
  await chmod(join(folder, 'another', 'atelier'), 0o755)
})
afterAll(() => rm(folder, { recursive: true }))

const path = (...names: string[]) => names.map((name) => join(folder, name)).join(':')

test('the command is typed by its name only if that name leads to it', () => {
  const elsewhere = { cwd: folder }
  expect(commandIn({ ...elsewhere, path: path('empty', 'linked') })).toBe('atelier')
  expect(commandIn({ ...elsewhere, path: path('linked', 'another') })).toBe('atelier')
  expect(commandIn({ ...elsewhere, path: path('another', 'linked') })).toBe(program)
  expect(commandIn({ ...elsewhere, path: path('empty') })).toBe(program)
  expect(commandIn(elsewhere)).toBe(program)
})

test('in its own folder it is typed by the path from there, and begun by npx as npx does', () => {
  expect(commandIn({ cwd: root })).toBe('bin/atelier')
  expect(commandIn({ cwd: join(root, 'bin') })).toBe('./atelier')
  expect(commandIn({ cwd: folder, path: path('linked'), npmCommand: 'exec' })).toBe('npx atelier')
  expect(commandIn({ cwd: folder, path: path('linked'), npmCommand: 'run-script' })).toBe('atelier')
})
