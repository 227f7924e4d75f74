import type { WebTool } from '../../../web/index.ts'
import type { HarnessGit, HarnessLimits, HarnessToolServer } from '../../job.ts'
import { ToolRefusal } from '../refusal.ts'
import type { Picture, Screen } from '../screen.ts'
import { type Fields, readArguments, schemaOf } from './arguments.ts'
import type { PlanItem } from './plan-items.ts'

/** The shared parts of a job's tools. */
export interface Workshop {
  /** The worktree's real path. */
  readonly root: string
  /** A folder for whole outputs and the like, beside the worktree and part of no change. */
  readonly scratch: string
  /** Absent if the worktree has its own `.git`. */
  readonly git?: HarnessGit | undefined
  readonly limits: HarnessLimits
  /** Tools that ask the web; absent without a web host. */
  readonly web?: readonly WebTool[] | undefined
  /** Servers of tools; absent without a host for them. */
  readonly toolServers?: readonly HarnessToolServer[] | undefined
  /** The desktop that it sees and works at; absent without one. */
  readonly screen?: Screen | undefined
  /** Pictures of tools beside their texts, until the model gets them. */
  readonly pictures: Picture[]
  /** Whether people may be asked. */
  readonly asks?: boolean | undefined
  /** The question to people, which ends the run. */
  asked?: string
  readonly signal: AbortSignal
  /** The plan as the agent last wrote it. */
  plan: readonly PlanItem[]
  /** Called for signs of life that no record shows, such as the output of a command. */
  readonly seen?: (what: string, quietMs?: number) => void
}

/** The agent's text about a command that printed more than the limit. */
export const printedTooMuch = ({ outputBytes }: HarnessLimits): string =>
  `Stopped, because it printed more than ${outputBytes / 2 ** 20} MiB, which is the limit (ATELIER_SANDBOX_OUTPUT_MIB). Let it write to a file, or print less.`

export interface Tool {
  readonly description: string
  readonly schema: object
  /** A text for the model; it never throws for errors that the model can mend. */
  execute(input: unknown): Promise<string>
}

export const tool = <Input>(
  description: string,
  fields: Fields,
  execute: (input: Input) => Promise<string> | string,
): Tool => ({
  description,
  schema: schemaOf(fields),
  execute: async (input) => {
    const read = readArguments(input, fields)
    if (!read.ok) return `Error: ${read.problem}`
    try {
      return await execute(read.value as Input)
    } catch (error) {
      return refused(error)
    }
  },
})

const refused = (error: unknown): string => {
  if (error instanceof ToolRefusal) return `Error: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  if (code) return `Error: ${message}`
  throw error
}

const aliasesOfPath = ['file_path', 'file', 'filename', 'target_file', 'absolute_path', 'directory', 'dir', 'folder']

export const pathField = {
  type: 'string',
  description: 'Relative to the root of the worktree',
  aliases: aliasesOfPath,
} as const
export const countField = { type: 'integer', minimum: 1 } as const
