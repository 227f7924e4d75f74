import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelMessage } from 'ai'
import type { HarnessInput } from '../job.ts'
import { type RunJob, Stalled, stoppedBy } from '../program.ts'
import type { Emit, FinishedRecord } from '../record.ts'
import { openCalls } from '../stall/calls.ts'
import { watchStalls } from '../stall/watch-stalls.ts'
import { type ModelAnswer, ask, type CallFailure, failureOf, type ToolCall } from './ask.ts'
import { openConversation, type ConversationParts, openMessageInbox } from './conversation.ts'
import { orientation } from './orientation/index.ts'
import { lastMessageOf, nudgeFor } from './nudge.ts'
import { makeOwnGit } from './own-git.ts'
import { isOverflow, retryDelay } from './retry-delay.ts'
import { instructionsOf, writeSkills } from './prompt.ts'
import { openScreen } from './screen.ts'
import { fingerprintOf, repetitions, warnAfter } from './repetition.ts'
import { savedStop, stopOf } from './stop.ts'
import { shownLine } from './text.ts'
import { readReason } from './tools/give-up.ts'
import { openTools, type Workshop } from './tools/index.ts'
import { openWork, restoredWork } from './work.ts'

/** Lets the model work at the job until it is done or has to stop, from the saved state of an earlier run. */
export const runJob: RunJob = async (job, { root, scratch }, emit, signal) => {
  const { git, isAlone } = job.place
  const { limits, web, toolServers, asks, desktop } = job
  const stalled = new AbortController()
  const calls = openCalls()
  const stalls = watchStalls({
    stallMs: limits.stallMs,
    isAlone,
    intervene: () => (calls.interrupt() > 0 ? 'its model call was broken off and asked again' : undefined),
    end: (evidence) => stalled.abort(new Stalled(evidence)),
    emit,
  })
  const { seen } = stalls
  const stops = AbortSignal.any([signal, stalled.signal])
  const screen = desktop && openScreen({ desktop, scratch, signal: stops })
  const parts = { git, limits, web, toolServers, asks, screen }
  const shop: Workshop = { root, scratch, ...parts, signal: stops, plan: [], pictures: [], seen }
  const { tools, states, close } = openTools(shop)
  try {
    if (git) await makeOwnGit(git)
    await writeSkills(scratch, job.skills ?? [])
    const talk: ConversationParts = { job, instructions: instructionsOf(job, scratch), tools, states, shop, calls }
    return await converse(talk, (record) => {
      seen(`a record (${record.type})`)
      emit(record)
    })
  } catch (error) {
    if (stops.aborted) return stoppedBy(stops)
    return failed(failureOf(error))
  } finally {
    stalls.close()
    close()
    screen?.close()
  }
}

const converse = async (talk: ConversationParts, emit: Emit): Promise<FinishedRecord> => {
  const { job, states, shop } = talk
  const saved = await restoredWork(shop, job.saved)
  const conversation = openConversation(talk, saved ? saved.messages : [await requestOf(job, shop)])
  if (saved?.isFollowUp) conversation.push({ role: 'user', content: job.description })
  const hearing = openMessageInbox(job, saved?.heard ?? [], shop.signal)
  const hear = async () => {
    const { ids, messages } = await hearing.next()
    conversation.push(...messages)
    if (ids.length > 0) emit({ type: 'heard', ids: [...ids] })
    return ids.length > 0
  }
  const words = saved?.isFollowUp === false && lastWords(saved.messages)
  const stopped = saved?.isFollowUp === false ? savedStop(saved.messages) : undefined
  if (stopped) return { type: 'finished', ...stopped }
  const isSteered = await hear()
  if (words && !isSteered) return completed(words)
  const work = openWork(states, saved, emit)
  const asking = openAsking(talk, conversation)
  const turn = openTurn(talk, conversation, emit)
  for (;;) {
    const stop = stopOf(turn.progress(work.counts()), job.limits)
    if (stop) return turn.ended({ type: 'finished', ...stop })
    const answer = await asking.next()
    if ('failure' in answer) return turn.ended(failed(answer.failure))
    const end = await turn.take(answer)
    work.count(answer)
    emit({ type: 'usage', inputTokens: answer.inputTokens ?? 0, outputTokens: answer.outputTokens ?? 0 })
    await work.save(conversation.messages(), hearing.heard())
    // Messages of the last moment are read before the end.
    const goesOn = (await hear()) && end?.outcome === 'completed'
    if (end && !goesOn) return turn.ended(end)
    shop.signal.throwIfAborted()
  }
}

/** The task, and below it what there is to know of the repository. */
const requestOf = async (job: HarnessInput, shop: Workshop): Promise<ModelMessage> => ({
  role: 'user',
  content: `${job.description}\n\n${await orientation(shop, job.model.contextTokens)}`,
})

/** The model's last words, if a saved run had come to its end. */
const lastWords = (messages: readonly ModelMessage[]): string => {
  const last = messages.at(-1)
  return last?.role === 'assistant' && typeof last.content === 'string' ? last.content : ''
}

const completed = (text: string): FinishedRecord => ({
  type: 'finished',
  outcome: 'completed',
  summary: shownLine(lastMessageOf(text), 20_000),
})

type Conversation = ReturnType<typeof openConversation>

/** Answers, one after the other: failed calls are repeated while that helps, and a conversation too long is shortened. */
const openAsking = (talk: ConversationParts, conversation: Conversation) => {
  const { job, instructions, tools, shop, calls } = talk
  const endsAtMs = Date.now() + job.limits.wallMs
  let hasAnswered = false
  let wasTooLong = false
  const onPart = () => shop.seen?.('a part of an answer of the model')
  const once = () =>
    calls.run(shop.signal, (signal) =>
      ask(job, { instructions, tools, messages: conversation.messages(), signal, onPart }),
    )
  return {
    next: async (): Promise<ModelAnswer | { readonly failure: CallFailure }> => {
      await conversation.fit()
      for (let failures = 1; ; failures += 1) {
        try {
          const answer = await once()
          conversation.counted(answer.inputTokens)
          hasAnswered = true
          wasTooLong = false
          return answer
        } catch (error) {
          shop.signal.throwIfAborted()
          const failure = failureOf(error)
          const leftMs = endsAtMs - Date.now()
          const waitMs = retryDelay(failure, { failures, hasAnswered, backoffMs: job.limits.backoffMs, leftMs })
          if (waitMs !== undefined) shop.seen?.('a wait before its model is asked again', waitMs)
          if (waitMs !== undefined) await sleep(waitMs, undefined, { signal: shop.signal })
          else if (!isOverflow(failure) || wasTooLong) return { failure }
          else {
            wasTooLong = true
            await conversation.shrink()
          }
        }
      }
    },
  }
}

const oddAnswersMost = 3

/** Carries out the model's answers, and returns how the run ends once it does. */
const openTurn = ({ job, tools, states, shop }: ConversationParts, conversation: Conversation, emit: Emit) => {
  const calls: string[] = []
  let gaveUp: string | undefined
  let odd = 0
  let nudges = 0

  const execute = async ({ id, name, input }: ToolCall) => {
    emit({ type: 'tool-call', id, name, input: shownInput(input) })
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    const text = tool
      ? await tool.execute(input)
      : `Error: There is no tool ${name}. The tools are ${Object.keys(tools).join(', ')}.`
    calls.push(fingerprintOf(name, input, text))
    if (name === 'give_up' && tool) gaveUp = readReason(input)
    emit({ type: 'tool-result', id, name, ok: !failure.test(text), text: shownLine(text, 200_000) })
    const warning = repetitions(calls) === warnAfter ? circling : ''
    return {
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: 'text' as const, value: text + warning },
    }
  }
  const askAgain = (answer: ModelAnswer, words: string) => {
    odd += 1
    if (odd > oddAnswersMost) return oddEnd(answer)
    if (answer.text.trim() !== '') conversation.push({ role: 'assistant', content: answer.text })
    conversation.push({ role: 'user', content: words })
    return undefined
  }
  const takeWords = async (text: string) => {
    conversation.push({ role: 'assistant', content: text })
    if (nudges >= job.limits.nudges) return completed(text)
    const hasChange = job.hasChange === true || (await states.haveChanged())
    const words = nudgeFor({ text, tools, hasChange })
    if (words === undefined) return completed(text)
    nudges += 1
    conversation.push({ role: 'user', content: words })
    return undefined
  }
  return {
    ended: (end: FinishedRecord): FinishedRecord => (nudges > 0 ? { ...end, nudges } : end),
    progress: (counts: { readonly steps: number; readonly tokens: number }) => ({
      ...counts,
      calls,
      gaveUp,
      asked: shop.asked,
    }),
    take: async (answer: ModelAnswer): Promise<FinishedRecord | undefined> => {
      const { text, finishReason } = answer
      if (text.trim() !== '') emit({ type: 'message', text: shownLine(text, 200_000) })
      if (finishReason === 'length') return askAgain(answer, answer.calls.length > 0 ? cutCall : cutText)
      if (answer.calls.length === 0) {
        if (finishReason !== 'stop' && finishReason !== 'tool-calls') return oddEnd(answer)
        if (text.trim() === '') return askAgain(answer, isSilent)
        return takeWords(text)
      }
      odd = 0
      conversation.push(...answer.messages)
      const content = []
      for (const call of answer.calls) {
        content.push(await execute(call))
        shop.signal.throwIfAborted()
      }
      conversation.push({ role: 'tool', content })
      conversation.show(shop.pictures.splice(0))
      return undefined
    },
  }
}

const circling =
  '\n\n[You have done the same three times, with the same result. Do something else: look at another place, try another way, or say with give_up what stands in the way. The run ends if it goes on like this.]'
const cutCall =
  'Your answer was cut off at its longest length, in the middle of a call, which was not carried out. Do it in smaller pieces.'
const cutText = 'Your answer was cut off at its longest length. Go on from there, more briefly.'
const isSilent = 'Your answer was empty. Go on with a tool call, or end with a message that says what you did.'

const oddEnd = ({ finishReason }: ModelAnswer): FinishedRecord => {
  const ended = { type: 'finished', outcome: 'model-failed' } as const
  if (finishReason === 'length')
    return {
      ...ended,
      summary: 'The model was cut off at the end of its output limit, several times in a row.',
      code: 'output_limit',
    }
  if (finishReason === 'stop' || finishReason === 'tool-calls')
    return { ...ended, summary: 'The model answered nothing, several times in a row.', code: 'empty_answer' }
  return { ...ended, summary: `The model ended without an answer (${finishReason}).` }
}

const failure = /^(Error:|Stopped|Exit code (?!0\b))/

/** A tool's input with long texts cut, since the whole is in the worktree. */
const shownInput = (input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(
        Object.entries(input).map(([name, value]) => [
          name,
          typeof value === 'string' ? shownLine(value, 20_000) : value,
        ]),
      )
    : shownLine(String(input), 20_000)

const failed = ({ message, code }: CallFailure): FinishedRecord =>
  code === 'step_limit'
    ? { type: 'finished', outcome: 'step-limit', summary: message }
    : { type: 'finished', outcome: 'model-failed', summary: message, ...(code && { code }) }
