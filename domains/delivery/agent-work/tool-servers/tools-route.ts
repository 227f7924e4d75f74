import { Type } from 'typebox'
import type { Route } from '../../../../execution/egress/index.ts'
import { oneAtATime } from '../route-json.ts'
import type { SeenRequest } from '../transcribe.ts'
import type { RunToolServers } from './with-tool-servers.ts'

export const toolsHost = 'tools.atelier.internal'

const bodyMostBytes = 2 ** 20
const answerMostCharacters = 2 ** 20
const callsMost = 1_000

/**
 * The route by which an agent asks a tool server: `POST` of a tool and its input, answered by `ok` and a text. One at a
 * time. Each call is logged as the server saw it, even if a command of the agent made it.
 */
export const toolsRoute = (
  { ask }: Pick<RunToolServers, 'ask'>,
  log: (request: SeenRequest) => Promise<void>,
): Route => {
  let calls = 0
  return oneAtATime({
    form: Type.Object({ tool: Type.String(), input: Type.Record(Type.String(), Type.Unknown()) }),
    mostBytes: bodyMostBytes,
    malformed: { ok: false, text: 'The request is not of its form.' },
    failed: { ok: false, text: 'The tool could not be asked.' },
    answer: async ({ tool, input }, gone) => {
      calls += 1
      const answer =
        calls > callsMost
          ? refused(`Tools of servers were asked ${callsMost} times, which is the most.`)
          : ((await ask(tool, input, gone)) ?? refused(`There is no tool ${tool.slice(0, 100)}.`))
      const text = answer.text.slice(0, answerMostCharacters).toWellFormed()
      await log({ type: 'tool-server', name: tool.slice(0, 100), input, ok: answer.ok, text: text.slice(0, 20_000) })
      return { ok: answer.ok, text }
    },
  })
}

const refused = (text: string) => ({ ok: false, text })
