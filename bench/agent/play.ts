import { startModelProvider, type SeenBody, type Turn } from '../../testing/model-provider/index.ts'
import type { Action, Task } from './task.ts'

/** An agent's script in a task: its calls of tools, and its last words. */
export interface AgentScript {
  readonly name: string
  readonly actions: readonly Action[]
  /** Tasks that it answers a planner with, each with its agent's actions; empty if the request stays one task. */
  readonly pieces?: readonly PlannedTask[]
}

interface PlannedTask {
  readonly name: string
  /** The beginning of its agent's conversation, which identifies it. */
  readonly title: string
  readonly needs: readonly string[]
  readonly actions: readonly Action[]
}

export interface Player {
  readonly baseUrl: string
  /** From now on the model plays this part, in every conversation that begins. */
  play(part: AgentScript): void
  /** The requests since then, in their order. */
  seen(): readonly SeenBody[]
  close(): Promise<void>
}

/** A model endpoint on loopback that plays a part: the turn follows from what the conversation holds already. */
export const startPlayer = async (): Promise<Player> => {
  const provider = await startModelProvider()
  let part: AgentScript | undefined
  let isClosed = false
  let begin = 0
  const serve = async () => {
    while (!isClosed) {
      const { body } = await provider.nextRequest()
      provider.push(turnOf(part, body))
    }
  }
  // Its last wait ends with this process.
  serve().catch(() => undefined)
  return {
    baseUrl: provider.baseUrl,
    play: (next) => {
      part = next
      begin = provider.requests.length
    },
    seen: () => provider.requests.slice(begin).map(({ body }) => body),
    close: async () => {
      isClosed = true
      await provider.close()
    },
  }
}

const turnOf = (part: AgentScript | undefined, { messages, tools }: SeenBody): Turn => {
  const { pieces = [] } = part ?? {}
  // An agent has tools; who is asked for a plan, or for the title of a session, has none.
  if (!Array.isArray(tools) || tools.length === 0) return { text: JSON.stringify({ tasks: pieces.map(describe) }) }
  const at = messages.filter(({ role }) => role === 'assistant').length
  const own = pieces.find(({ title }) => messages.some(({ content }) => content?.includes(`${title}\n\n${doIt}`)))
  const action = (own ?? part)?.actions[at]
  if (action) return { toolCalls: [{ name: action.tool, input: action.input }] }
  return { text: 'Do what the request asks for\n\nThe checks pass.' }
}

const doIt = 'Do what this part of the request asks for.'

const describe = ({ name, title, needs }: PlannedTask) => ({
  name,
  title,
  needs,
  description: doIt,
})

/** The known solution as the first of three tasks: one beside it, and one on both. */
export const plannedPart = ({ solution }: Task): AgentScript => ({
  name: 'planned',
  actions: [],
  pieces: [
    { name: 'work', title: 'The work itself', needs: [], actions: solution },
    { name: 'news', title: 'A line of news', needs: [], actions: [written('NEWS.md', 'Something is new.\n')] },
    {
      name: 'index',
      title: 'An index of both',
      needs: ['work', 'news'],
      actions: [written('INDEX.md', 'See NEWS.md.\n')],
    },
  ],
})

const written = (path: string, content: string): Action => ({ tool: 'write', input: { path, content } })

export const goodPart = ({ solution }: Task): AgentScript => ({ name: 'good', actions: solution })

/** Half the work where a task says what that is, and nothing at all elsewhere. */
export const lazyPart = ({ half }: Task): AgentScript => ({ name: half.length > 0 ? 'half' : 'nothing', actions: half })

export const cheatParts = ({ cheats }: Task): AgentScript[] => cheats.map(({ name, actions }) => ({ name, actions }))
