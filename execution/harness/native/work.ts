import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ModelMessage } from 'ai'
import type { SavedWork } from '../job.ts'
import type { Emit } from '../record.ts'
import type { ModelAnswer } from './ask.ts'
import { runGit } from './command.ts'
import type { States } from './states/states.ts'
import type { Workshop } from './tools/index.ts'
import { dropOldPictures } from './window.ts'

const partCharactersMost = 1_000_000

interface RestoredWork extends Pick<SavedWork, 'steps' | 'tokens' | 'isFollowUp'> {
  readonly messages: ModelMessage[]
  readonly heard: readonly string[]
}

/** A saved conversation with its changes back in the worktree; undefined if none is saved or it does not fit. */
export const restoredWork = async (shop: Workshop, saved: SavedWork | undefined): Promise<RestoredWork | undefined> => {
  if (!saved || saved.messages.length === 0) return undefined
  if (saved.patch !== undefined && !(await applied(shop, saved.patch))) return undefined
  const conversation = saved.messages.map((line) => JSON.parse(line) as ModelMessage)
  // Only a run with a desktop gets pictures, and the machine may have lost its desktops since.
  const messages = shop.screen ? conversation : dropOldPictures(conversation, 0)
  const { isFollowUp, heard = [] } = saved
  const { steps, tokens } = isFollowUp ? { steps: 0, tokens: 0 } : saved
  return { messages, steps, tokens, heard, isFollowUp }
}

const applied = async (shop: Workshop, packed: string): Promise<boolean> => {
  const patch = gunzipSync(Buffer.from(packed, 'base64'))
  if (patch.length === 0) return true
  const path = join(shop.scratch, 'saved.patch')
  await writeFile(path, patch)
  const how = ['-c', 'core.autocrlf=false', 'apply', '--binary', '--whitespace=nowarn']
  return (await runGit(shop, [...how, path])).exitCode === 0
}

/**
 * Counts the cost of the run, and reports after each step the state to continue from: the new messages, and the changes
 * in the worktree. It is kept by the server, which does not read it, and given to the next attempt.
 */
export const openWork = (states: States, before: RestoredWork | undefined, emit: Emit) => {
  let steps = before?.steps ?? 0
  let tokens = before?.tokens ?? 0
  let sent: string[] = []
  return {
    counts: () => ({ steps, tokens }),
    count: ({ inputTokens = 0, outputTokens = 0 }: Pick<ModelAnswer, 'inputTokens' | 'outputTokens'>) => {
      steps += 1
      tokens += inputTokens + outputTokens
    },
    save: async (messages: readonly ModelMessage[], heard: readonly string[]) => {
      const patch = await states.packedPatch()
      // Messages without the change that they speak of would mislead: then the last pair of both stays.
      if (patch === undefined) return
      const lines = messages.map((message) => JSON.stringify(message))
      const same = lines.findIndex((line, at) => line !== sent[at])
      const from = same === -1 ? lines.length : same
      for (const part of partsOf(lines.slice(from))) emit({ type: 'saved-messages', ...part, from: from + part.from })
      const ids = heard.length > 0 && { heard: [...heard] }
      emit({ type: 'saved', messages: lines.length, patch, steps, tokens, ...ids })
      sent = lines
    },
  }
}

/** Messages in groups that fit a line of output. */
const partsOf = (lines: readonly string[]) => {
  const parts: { from: number; messages: string[] }[] = []
  let room = 0
  for (const [at, line] of lines.entries()) {
    if (line.length > room || parts.length === 0) {
      parts.push({ from: at, messages: [] })
      room = partCharactersMost
    }
    parts.at(-1)!.messages.push(line)
    room -= line.length
  }
  return parts
}
