import { startModelProvider, type SeenBody, type Turn } from '../../testing/model-provider/index.ts'
import type { Action, Task } from './task.ts'

/** What an agent does in a task: its calls of tools, and its last words. */
export interface Part {
  readonly name: string
  readonly actions: readonly Action[]
}

export interface Player {
  readonly baseUrl: string
  /** From now on the model plays this part, in every conversation that begins. */
  play(part: Part): void
  close(): Promise<void>
}

/** A model endpoint on loopback that plays a part: the turn follows from what the conversation holds already. */
export const startPlayer = async (): Promise<Player> => {
  const provider = await startModelProvider()
  let part: Part | undefined
  let isClosed = false
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
    },
    close: async () => {
      isClosed = true
      await provider.close()
    },
  }
}

const turnOf = (part: Part | undefined, { messages }: SeenBody): Turn => {
  const at = messages.filter(({ role }) => role === 'assistant').length
  const action = part?.actions[at]
  if (action) return { toolCalls: [{ name: action.tool, input: action.input }] }
  return { text: 'Do what the request asks for\n\nThe checks pass.' }
}

export const goodPart = ({ solution }: Task): Part => ({ name: 'good', actions: solution })

/** Half the work where a task says what that is, and nothing at all elsewhere. */
export const lazyPart = ({ half }: Task): Part => ({ name: half.length > 0 ? 'half' : 'nothing', actions: half })

export const cheatParts = ({ cheats }: Task): Part[] => cheats.map(({ name, actions }) => ({ name, actions }))
