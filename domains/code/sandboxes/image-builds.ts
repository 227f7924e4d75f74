import { v7 as uuidv7 } from 'uuid'
import type { BuildRecord } from '../../../execution/packages/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { unfinishedBuild, buildLogMostChars } from './rules.ts'
import { beginImageBuild, countUse, endImageBuild, type NewImageBuild } from './store-image-builds.ts'
import { storableText } from '../../../platform/validation/storable-text.ts'

type BuiltImage = Pick<NewImageBuild, 'projectId' | 'repositoryId' | 'commitSha' | 'kind' | 'cause' | 'contentHash'>

/** An attempt at a step: the context of an effect is one. */
interface BuildAttempt extends Pick<EffectContext, 'write'> {
  readonly run: Pick<EffectContext['run'], 'id'>
  readonly step: Pick<EffectContext['step'], 'seq' | 'attempt'>
}

/** Records the builds that an attempt at a step makes. Rejects if the attempt no longer holds its step. */
export const imageBuildRecord = (context: BuildAttempt, image: BuiltImage): BuildRecord => ({
  build: async (work, endOf) => {
    const id = await begin(context, image)
    const result = await work().catch(async (error: unknown) => {
      // A process that lost its step writes nothing; the schedule ends the build then.
      await end(context, id, { error: unfinishedBuild, log: '' }).catch(() => undefined)
      throw error
    })
    await end(context, id, endOf(result))
    return result
  },
  reused: () => context.write(async (tx) => void (await countUse(tx, image))),
})

const begin = async ({ run, step, write }: BuildAttempt, image: BuiltImage): Promise<string> => {
  const id = uuidv7()
  await write(async (tx) =>
    beginImageBuild(tx, {
      ...image,
      id,
      runId: run.id,
      stepSeq: step.seq,
      stepAttempt: step.attempt,
      createdAt: await tx.now(),
    }),
  )
  return id
}

const end = (
  { write }: BuildAttempt,
  id: string,
  { error, log }: { readonly error: string | undefined; readonly log: string },
) =>
  write((tx) => endImageBuild(tx, id, { error: error === undefined ? null : storedError(error), log: storedLog(log) }))

const leftOut = 'Earlier lines are left out.\n'
const errorMostChars = 2_000

/** The stored end of a log; its first line marks a missing beginning. */
export const storedLog = (log: string): string => {
  const text = storableText(log)
  if (text.length <= buildLogMostChars) return text
  const end = text.slice(leftOut.length - buildLogMostChars)
  return leftOut + end.slice(end.indexOf('\n') + 1).toWellFormed()
}

/** The sentence for a failure as it is kept. */
export const storedError = (sentence: string): string => storableText(sentence.slice(0, errorMostChars))
