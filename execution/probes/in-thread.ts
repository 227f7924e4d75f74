import { outsideReader } from '../../platform/threads/index.ts'
import { notProbedReasons } from './probe.ts'
import type * as pure from './pure.ts'

type Pure = typeof pure

const module = new URL('./pure.ts', import.meta.url)
const limits = { module, mostBytes: 64 * 2 ** 20, answerMostBytes: 64 * 2 ** 20 }

/** The probes that parse test files, in threads. `key` is the workspace; what cannot be read in time is not probed. */
export const probesInThread = (key: string, signal: AbortSignal) => {
  const ask = <Name extends keyof Pure>(name: Name, workMs = 20_000) => {
    const read = outsideReader<Pure[Name]>({ ...limits, name, workMs })
    return async (input: Parameters<Pure[Name]>[0]) => (await read(input, { key, signal })).value
  }
  const probe = <Name extends keyof Pure>(name: Name) => {
    const read = ask(name)
    return async (input: Parameters<Pure[Name]>[0]) => (await read(input)) ?? { notProbed: notProbedReasons.notRead }
  }
  const namesToSeek = ask('namesToSeek')
  return {
    planAccounts: ask('planAccounts', 60_000),
    namesToSeek: async (files: Parameters<Pure['namesToSeek']>[0]) => (await namesToSeek(files)) ?? [],
    planInputs: probe('planInputs'),
    judgeInputs: probe('judgeInputs'),
    planMutants: probe('planMutants'),
    judgeMutants: probe('judgeMutants'),
    planReplay: probe('planReplay'),
    judgeReplay: probe('judgeReplay'),
  }
}
export type ProbesInThread = ReturnType<typeof probesInThread>
