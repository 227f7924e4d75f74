import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSpec } from '../../testing/repository.ts'
import { needField, readParts } from './sections.ts'

export type Files = Readonly<Record<string, FileSpec>>

/** A small repository that cases start from. */
export interface Fixture {
  readonly id: string
  readonly language: 'JavaScript' | 'TypeScript' | 'Python' | 'Go' | 'Shell' | 'Make' | 'Rust' | 'Java'
  /** Programs and packages that its checks need: `go`, `vitest`, `jest`, … */
  readonly needs: readonly string[]
  /** Checks of the project; empty if the server reads them from the files. */
  readonly checks: readonly Check[]
  /** The setup of the project; undefined if the server reads it from the files. */
  readonly setup: string | undefined
  /** The server's checks from the files if `checks` is empty. */
  readonly derived: string
  readonly files: Files
}

export interface Check {
  readonly name: string
  readonly command: string
}

const folder = join(import.meta.dirname, 'fixtures')

/** All fixtures, by id. */
export const readFixtures = async (): Promise<ReadonlyMap<string, Fixture>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
  const fixtures = await Promise.all(
    names.map(async (name) => readFixture(name.slice(0, -'.txt'.length), await readFile(join(folder, name), 'utf8'))),
  )
  return new Map(fixtures.map((fixture) => [fixture.id, fixture]))
}

/** Reads a fixture: fields, and the sections `file` and `program` (an executable file). */
export const readFixture = (id: string, text: string): Fixture => {
  const parts = readParts(`${id}.txt`, text)
  const files = parts.sections.map(({ word, name, text: content }): [string, FileSpec] => {
    if (word !== 'file' && word !== 'program') throw new Error(`${id}.txt has an unknown section “${word}”`)
    return [name, word === 'program' ? { executable: content } : content]
  })
  const checks = [...parts.fields].filter(([name]) => name.startsWith('check '))
  return {
    id,
    language: needField(`${id}.txt`, parts, 'language') as Fixture['language'],
    needs: parts.fields.get('needs')?.split(' ') ?? [],
    checks: checks.map(([name, command]) => ({ name: name.slice('check '.length), command })),
    setup: parts.fields.get('setup'),
    derived: parts.fields.get('derived') ?? '',
    files: Object.fromEntries(files),
  }
}
