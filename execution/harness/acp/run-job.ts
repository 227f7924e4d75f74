import type { ModelMessage } from 'ai'
import type { AgentProgram, HarnessInput } from '../job.ts'
import { openMessageInbox } from '../native/message-inbox.ts'
import { makeOwnGit } from '../native/own-git.ts'
import { writeSkills } from '../native/skills.ts'
import { openStates } from '../native/states/states.ts'
import { shownLine } from '../native/text.ts'
import type { Workshop } from '../native/tools/index.ts'
import { openWork, restoredWork } from '../native/work.ts'
import { type RunJob, stoppedBy } from '../program.ts'
import type { FinishedRecord, HarnessRecord } from '../record.ts'
import { AgentFailure } from './agent-failure.ts'
import { openAgent } from './open-agent.ts'
import { firstPrompt } from './prompt.ts'
import { openSaver } from './saver.ts'

type Emit = (record: HarnessRecord) => void

/** Lets an agent of the operator's work at the job, as a client of the Agent Client Protocol in the agent's own sandbox. */
export const runJob: RunJob = async (job, { root, scratch }, emit, signal) => {
  const { git } = job.place
  const { limits, web, toolServers, agent } = job
  if (!agent) throw new Error('A job for an external agent names its program')
  const shop: Workshop = { root, scratch, git, limits, web, toolServers, signal, plan: [], pictures: [] }
  const opened = new AsyncDisposableStack()
  try {
    if (git) await makeOwnGit(git)
    await writeSkills(scratch, job.skills ?? [])
    return await converse({ ...job, agent }, shop, opened, emit)
  } catch (error) {
    if (signal.aborted) return stoppedBy(signal)
    if (error instanceof AgentFailure) return agentFailed(agent, error)
    throw error
  } finally {
    await opened.disposeAsync()
  }
}

const agentFailed = ({ name }: AgentProgram, { message }: AgentFailure): FinishedRecord => ({
  type: 'finished',
  outcome: 'agent-failed',
  summary: `The agent ${name} failed. ${message}`,
})

type AgentJob = HarnessInput & { readonly agent: AgentProgram }

const converse = async (
  job: AgentJob,
  shop: Workshop,
  opened: AsyncDisposableStack,
  emit: Emit,
): Promise<FinishedRecord> => {
  const saved = await restoredWork(shop, job.saved)
  const before = saved?.messages ?? []
  const hearing = openMessageInbox(job, saved?.heard ?? [], shop.signal)
  const heard = async () => {
    const { ids, messages } = await hearing.next()
    if (ids.length > 0) emit({ type: 'heard', ids: [...ids] })
    return messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join('\n\n')
  }
  const last = before.at(-1)
  const firstHeard = await heard()
  if (saved?.isFollowUp === false && hasEnded(last) && firstHeard === '') return completed(last.content)
  const states = openStates(shop)
  const work = openWork(states, saved, emit)
  const said: ModelMessage[] = [...before]
  const saving = openSaver(async () => {
    states.touched('the agent')
    await work.save(said, hearing.heard())
  })
  const onNote = (text: string) => void said.push(noted(text))
  const agent = await openAgent({ job, shop, emit, onCall: work.count, onNote, onStep: saving.soon }, opened)
  const first = await firstPrompt(job, shop, before, shop.signal)
  let words = [first, firstHeard].filter((part) => part !== '').join('\n\n')
  said.push({ role: 'user', content: [job.description, firstHeard].join('\n\n').trim() })
  for (;;) {
    const end = await agent.turn(words)
    if ('words' in end) words = end.words
    else {
      if (end.outcome === 'completed') said.push({ role: 'assistant', content: end.summary })
      await saving.now()
      // Messages that people sent during the work are read before the end.
      words = end.outcome === 'completed' ? await heard() : ''
      if (words === '') return end
    }
    said.push({ role: 'user', content: words })
    shop.signal.throwIfAborted()
  }
}

/**
 * Messages and actions on the way are stored in parts, so that the end alone is a text: as the native harness has it.
 */
const noted = (text: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'text', text: shownLine(text, 20_000) }],
})

const hasEnded = (last: ModelMessage | undefined): last is ModelMessage & { readonly content: string } =>
  last?.role === 'assistant' && typeof last.content === 'string'

const completed = (text: string): FinishedRecord => ({ type: 'finished', outcome: 'completed', summary: text })
