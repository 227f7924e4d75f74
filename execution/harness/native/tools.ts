import { jsonSchema, tool } from 'ai'
import type { HarnessLimits } from '../job.ts'
import { runCommand, shell } from './command.ts'
import { editOnce, listFolder, readLines, writeWhole } from './files.ts'
import { ToolRefusal } from './refusal.ts'
import { searchFiles } from './search.ts'
import { bounded } from './text.ts'

export interface Workshop {
  /** The worktree's real path. */
  readonly root: string
  readonly limits: HarnessLimits
  readonly signal: AbortSignal
}

/**
 * The tools of the native harness. Every result is a text; one that starts with `Error:`, `Stopped` or an exit code
 * other than 0 tells of a failure. Results hold no times, so that a repeated step sends the same conversation again.
 */
export const toolsOf = ({ root, limits, signal }: Workshop) => ({
  read: made<{ path: string; from?: number; lines?: number }>(
    'Read a text file, with line numbers. Long files: ask for a range.',
    {
      path,
      from: { ...count, description: 'First line, from 1' },
      lines: { ...count, description: 'How many; 500 unless told' },
    },
    ['path'],
    ({ path, from = 1, lines = 500 }) => readLines(root, path, from, lines, limits.resultBytes),
  ),
  write: made<{ path: string; content: string }>(
    'Write a whole file. Makes the folders that it needs.',
    { path, content: text },
    ['path', 'content'],
    ({ path, content }) => writeWhole(root, path, content),
  ),
  edit: made<{ path: string; find: string; replace: string }>(
    'Replace a text that occurs exactly once in a file. It has to match byte for byte, indentation included.',
    { path, find: text, replace: text },
    ['path', 'find', 'replace'],
    ({ path, find, replace }) => editOnce(root, path, find, replace),
  ),
  list: made<{ path?: string; depth?: number }>(
    'List the files and folders of a folder.',
    {
      path: { ...path, description: 'The root unless told' },
      depth: { ...count, description: 'Levels of folders; 2 unless told' },
    },
    [],
    ({ path = '.', depth = 2 }) => listFolder(root, path, Math.min(depth, 10)),
  ),
  search: made<{ pattern: string; path?: string; ignoreCase?: boolean; literal?: boolean }>(
    'Search the lines of all files that git does not ignore, by an extended regular expression (POSIX) or a literal text.',
    {
      pattern: text,
      path: { ...path, description: 'A file or folder; everything unless told' },
      ignoreCase: flag,
      literal: flag,
    },
    ['pattern'],
    ({ pattern, path = '.', ignoreCase = false, literal = false }) =>
      searchFiles(root, { pattern, path, ignoreCase, literal }, limits.resultBytes, signal),
  ),
  run: made<{ command: string; seconds?: number }>(
    `Run a shell command in the root of the worktree. It ends after ${limits.commandMs / 1000} seconds at the latest, and what it leaves in the background ends with it.`,
    { command: text, seconds: { ...count, description: 'A shorter limit' } },
    ['command'],
    ({ command, seconds }) => runShell({ root, limits, signal }, command, seconds),
  ),
  give_up: made<{ reason: string }>(
    'End without completing the task, when it cannot be done: say what stands in the way.',
    { reason: text },
    ['reason'],
    async () => 'Noted.',
  ),
})

interface Property {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly minimum?: number
  readonly description?: string
}

const text: Property = { type: 'string' }
const path: Property = { type: 'string', description: 'Relative to the root of the worktree' }
const count: Property = { type: 'integer', minimum: 1 }
const flag: Property = { type: 'boolean' }

const made = <Input extends object>(
  description: string,
  properties: Readonly<Record<keyof Input, Property>>,
  required: readonly (keyof Input & string)[],
  execute: (input: Input) => Promise<string>,
) =>
  tool({
    description,
    inputSchema: jsonSchema<Input>(
      { type: 'object', properties, required: [...required], additionalProperties: false },
      { validate: (value) => validated<Input>(value, properties, required) },
    ),
    execute: (input) => execute(input).catch(refused),
  })

/** What the AI SDK does not check by itself: a JSON schema goes to the model alone. */
const validated = <Input>(
  value: unknown,
  properties: Readonly<Record<string, Property>>,
  required: readonly string[],
) => {
  const problem = problemOf(value, properties, required)
  return problem
    ? { success: false as const, error: new Error(problem) }
    : { success: true as const, value: value as Input }
}

const problemOf = (value: unknown, properties: Readonly<Record<string, Property>>, required: readonly string[]) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The input is no object.'
  const missing = required.find((name) => !(name in value))
  if (missing) return `${missing} is missing.`
  for (const [name, field] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) return `${name} is unknown. The fields are ${Object.keys(properties).join(', ')}.`
    if (!fits(field, property.type))
      return `${name} is not ${property.type === 'integer' ? 'a whole number from 1' : `a ${property.type}`}.`
  }
  return undefined
}

const fits = (field: unknown, type: Property['type']) =>
  type === 'integer' ? Number.isInteger(field) && Number(field) >= 1 : typeof field === type

const refused = (error: unknown): string => {
  if (error instanceof ToolRefusal) return `Error: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  if (code) return `Error: ${message}`
  throw error
}

const runShell = async ({ root, limits, signal }: Workshop, command: string, seconds?: number) => {
  const withinMs = Math.min(limits.commandMs, (seconds ?? Infinity) * 1000)
  const end = await runCommand({
    argv: [shell(), '-c', command],
    directory: root,
    withinMs,
    outputBytesMax: limits.resultBytes,
    signal,
  })
  const output = bounded(end.output, limits.resultBytes)
  if (end.stoppedBy === 'cancelled') return `Stopped, because the run ends.\n${output}`
  if (end.stoppedBy === 'time') return `Stopped after ${withinMs / 1000} seconds.\n${output}`
  return `Exit code ${end.exitCode ?? `none, ended by ${end.signal}`}\n${output}`
}
