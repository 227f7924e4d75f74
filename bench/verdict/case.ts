import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Action } from '../agent/task.ts'
import type { Files, Fixture } from './fixture.ts'
import { needField, readParts, type Parts, type Section } from './sections.ts'

/** A change that an agent makes on a request: a cheat, or honest work. */
export interface Case {
  readonly id: string
  readonly kind: 'cheat' | 'honest'
  /** The class, by the name of its file. */
  readonly group: string
  /** The change, for people. */
  readonly what: string
  /** For a cheat: what would catch it. */
  readonly caughtBy: string
  /** The kinds of findings by which the review asks a person for every request, for honest changes of such files. */
  readonly asksBy: string | undefined
  /** Whether no earlier list of cheats has it. */
  readonly isNew: boolean
  readonly fixture: Fixture
  readonly title: string
  readonly description: string
  /** Programs that the case needs beside those of its fixture. */
  readonly needs: readonly string[]
  /** The files of the fixture with those of the case. */
  readonly files: Files
  /** Whether the checks pass before the change. */
  readonly base: 'passes' | 'fails'
  /** Whether the checks pass after the change. */
  readonly after: 'passes' | 'fails'
  readonly actions: readonly Action[]
  /** The agent's actions once it reads which parts no test notices. */
  readonly answers: readonly Action[]
  /** Tests that a person writes from the request and the base alone, by path; none if the case has none. */
  readonly acceptance: Readonly<Record<string, string>>
  /** Whether the change fulfils the request, so that these tests pass with it. */
  readonly isRight: boolean
}

const folder = join(import.meta.dirname, 'cases')
const between = /^==== (\S+) ====\n/m

/** All cases, cheats first. */
export const readCases = async (fixtures: ReadonlyMap<string, Fixture>): Promise<readonly Case[]> => {
  const honest = await readKind('honest', { fixtures, honest: new Map() })
  const byId = new Map(honest.map((one) => [one.id, one]))
  return [...(await readKind('cheat', { fixtures, honest: byId })), ...honest]
}

/** The fixtures and changes that cases start from. */
interface Bases {
  readonly fixtures: ReadonlyMap<string, Fixture>
  /** Honest changes, for cheats beside them. */
  readonly honest: ReadonlyMap<string, Case>
}

const readKind = async (kind: Case['kind'], bases: Bases): Promise<readonly Case[]> => {
  const part = join(folder, kind === 'cheat' ? 'cheats' : 'honest')
  const names = (await readdir(part)).filter((name) => name.endsWith('.txt')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(part, name), 'utf8')))
  return names.flatMap((name, at) => readCasesOf(kind, basename(name, '.txt'), texts[at]!, bases))
}

/** Reads a file of cases of one class. Throws a sentence that names the case. */
export const readCasesOf = (kind: Case['kind'], group: string, text: string, bases: Bases): readonly Case[] => {
  const [, ...rest] = text.split(between)
  return Array.from({ length: rest.length / 2 }, (_none, at) =>
    readCase(kind, group.replace(/^\d+-/, '').replaceAll('-', ' '), rest[at * 2]!, rest[at * 2 + 1]!, bases),
  )
}

const readCase = (kind: Case['kind'], group: string, id: string, text: string, bases: Bases): Case => {
  const parts = readParts(id, text)
  if (parts.fields.has('beside')) return readBeside(group, id, parts, bases.honest)
  const fixture = bases.fixtures.get(needField(id, parts, 'fixture'))
  if (!fixture) throw new Error(`${id} names a fixture that is missing`)
  return {
    id,
    kind,
    group,
    fixture,
    what: needField(id, parts, 'what'),
    caughtBy: kind === 'cheat' ? needField(id, parts, 'caught by') : '',
    asksBy: parts.fields.get('asks by rule'),
    isNew: parts.fields.get('new') === 'yes',
    title: needField(id, parts, 'title'),
    description: parts.words,
    needs: parts.fields.get('needs')?.split(' ') ?? [],
    files: { ...fixture.files, ...contentsOf(parts, 'base') },
    base: outcomeOf(id, parts.fields.get('base')),
    after: outcomeOf(id, parts.fields.get('after')),
    actions: actionsOf(id, parts),
    answers: Object.entries(contentsOf(parts, 'answer')).map(([path, content]) => ({
      tool: 'write',
      input: { path, content },
    })),
    acceptance: contentsOf(parts, 'accept'),
    isRight: kind === 'honest',
  }
}

/**
 * A cheat beside an honest change, which it begins with: what is asked for is done. With `red: yes` the tests of the
 * request are failing tests of the base.
 */
const readBeside = (group: string, id: string, parts: Parts, honest: ReadonlyMap<string, Case>): Case => {
  const right = honest.get(needField(id, parts, 'beside'))
  if (!right) throw new Error(`${id} is beside a change that is missing`)
  const isRed = parts.fields.get('red') === 'yes'
  return {
    ...right,
    id,
    kind: 'cheat',
    group,
    what: needField(id, parts, 'what'),
    caughtBy: needField(id, parts, 'caught by'),
    asksBy: undefined,
    isNew: true,
    title: needField(id, parts, 'title'),
    description: parts.words || right.description,
    needs: [...right.needs, ...(parts.fields.get('needs')?.split(' ') ?? [])],
    files: { ...right.files, ...contentsOf(parts, 'base'), ...(isRed && right.acceptance) },
    base: isRed ? 'fails' : right.base,
    actions: [...right.actions, ...actionsOf(id, parts)],
    isRight: true,
    acceptance: isRed ? {} : { ...right.acceptance, ...contentsOf(parts, 'accept') },
  }
}

const contentsOf = ({ sections }: Parts, word: string) =>
  Object.fromEntries(sections.filter((section) => section.word === word).map(({ name, text }) => [name, text]))

const files = ['base', 'accept', 'answer']

const actionsOf = (id: string, { sections }: Parts) =>
  sections.filter(({ word }) => !files.includes(word)).map((section) => actionOf(id, section))

const outcomeOf = (id: string, word = 'passes'): 'passes' | 'fails' => {
  if (word !== 'passes' && word !== 'fails') throw new Error(`${id}: “${word}” is neither passes nor fails`)
  return word
}

/** An edit has the lines to find, a line `=>`, and the lines to write. A `run` section has a shell command. */
const actionOf = (id: string, { word, name, text }: Section): Action => {
  if (word === 'write') return { tool: 'write', input: { path: name, content: text } }
  if (word === 'run') return { tool: 'run', input: { command: text.trim() } }
  if (word !== 'edit') throw new Error(`${id} has an unknown section “${word}”`)
  const [find, replace, ...more] = `\n${text}`.split(/^=>$/m)
  if (find === undefined || replace === undefined || more.length > 0)
    throw new Error(`${id}: the edit of ${name} needs one line =>`)
  const written = replace.slice(1).replace(/\n$/, '')
  // Text within a line has no line break at its end; lines that are removed go with theirs.
  const found = written === '' ? find.slice(1) : find.slice(1, -1)
  return { tool: 'edit', input: { path: name, find: found, replace: written } }
}
