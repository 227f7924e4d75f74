import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { HarnessRecord, SavedWork } from '../../../execution/harness/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { allUnder } from '../../../platform/removals/index.ts'
import { type ObjectStore, isStorageDown } from '../../../platform/storage/index.ts'
import { agentSteps, type CycleParts, cycleRunId, type TaskWork } from '../workbench/index.ts'
import { setTimeout as delay } from 'node:timers/promises'

const savedMostBytes = 32 * 2 ** 20
const messagesMostCharacters = 16 * 2 ** 20
const keptMs = 14 * 24 * 3_600_000

interface SavedConversation {
  /** Key of the step that stored the conversation. */
  readonly key: string
  readonly messages: readonly string[]
  readonly patch: string
  readonly steps: number
  readonly tokens: number
  readonly heard?: readonly string[] | undefined
}

/** The prefix of stored conversations with a project's agents. */
export const conversationsOf = (projectId: string): string => `conversations/${projectId}`

/** Drops conversations that were not continued for a fortnight. */
export const dropOldConversations = (objects: ObjectStore): Promise<void> => objects.removeOld('conversations', keptMs)

/** Each step that an agent works in has a conversation of its own, and its later rounds continue it. */
const keyOf = (run: EffectContext['run'], stepName: string, { project, task }: TaskWork) =>
  `${conversationsOf(project.id)}/${cycleRunId(run)}/${task.id}${stepName === 'build-task' ? '' : `.${stepName}`}.json.gz`

/**
 * The words and actions so far of a task's agent: the same step continues with its files, a later step with only the
 * conversation, since the files are in the task's commit. Undefined if nothing readable was saved.
 */
export const findSavedWork = async (
  objects: ObjectStore,
  context: Pick<EffectContext, 'run' | 'step' | 'key'>,
  work: TaskWork,
): Promise<SavedWork | undefined> => {
  const found = await objects.open(keyOf(context.run, context.step.name, work))
  if (!found) return undefined
  const saved = savedIn(await buffer(found.content))
  if (!saved) return undefined
  const { key, patch, ...rest } = saved
  const isFollowUp = key !== context.key
  return { ...rest, isFollowUp, ...(!isFollowUp && { patch }) }
}

/** Parses saved bytes; undefined if they are damaged: the agent starts over, and the run continues. */
const savedIn = (bytes: Buffer): SavedConversation | undefined => {
  try {
    return JSON.parse(gunzipSync(bytes, { maxOutputLength: 4 * savedMostBytes }).toString('utf8')) as SavedConversation
  } catch {
    return undefined
  }
}

/** The keys of all that is kept of a task's agents. */
export const savedWorkOf = ({ run }: Pick<EffectContext, 'run'>, work: TaskWork): string[] => [
  ...agentSteps.map((name) => keyOf(run, name, work)),
  allUnder(webAnswersOf({ run }, work)),
]

/** The prefix of stored web answers to a task's agent; they are deleted with its conversation. */
export const webAnswersOf = ({ run }: Pick<EffectContext, 'run'>, { project, task }: TaskWork): string =>
  `${conversationsOf(project.id)}/${cycleRunId(run)}/${task.id}.web`

/**
 * Stores the harness's report to continue from, whole after each of its steps. Its content is not read: it goes back
 * into a sandbox of the same task. Messages and changes that grew too large are not kept any more, nor are reports
 * while the disk has no room.
 */
export const workKeeper = (
  { objects, hasRoom }: Pick<CycleParts, 'objects' | 'hasRoom'>,
  context: Pick<EffectContext, 'run' | 'step' | 'key' | 'signal'>,
  work: TaskWork,
) => {
  const messages: string[] = []
  let isTooLarge = false
  return async (record: HarnessRecord): Promise<void> => {
    if (record.type === 'saved-messages' && record.from <= messages.length)
      messages.splice(record.from, messages.length, ...record.messages)
    if (record.type !== 'saved' || isTooLarge) return
    const kept = messages.slice(0, record.messages)
    isTooLarge = kept.reduce((sum, message) => sum + message.length, 0) > messagesMostCharacters
    if (isTooLarge || kept.length < record.messages) return
    // An agent that meets a full disk ends: its step continues from the turn before.
    if (!(await hasRoom())) return
    context.signal.throwIfAborted()
    const { patch, steps, tokens, heard } = record
    const saved: SavedConversation = { key: context.key, messages: kept, patch, steps, tokens, heard }
    const bytes = gzipSync(JSON.stringify(saved))
    const key = keyOf(context.run, context.step.name, work)
    await untilStored(context.signal, () => objects.put(key, Readable.from([bytes]), { maxBytes: savedMostBytes }))
  }
}

/** Repeats work that the object store did not take while the step may wait; then throws, and the step begins again. */
export const untilStored = async <T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  pace = { pauseMs: 5_000, longestMs: 10 * 60_000 },
): Promise<T> => {
  for (const sinceMs = performance.now(); ;) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageDown(error) || performance.now() - sinceMs > pace.longestMs) throw error
      await delay(pace.pauseMs, undefined, { signal })
    }
  }
}
