import { outsideReader, type OutsideRead } from '../../platform/threads/index.ts'
import { notProbedReasons } from './not-probed.ts'
import type { NotProbed } from './probe.ts'
import type * as pure from './pure.ts'

const module = new URL('./pure.ts', import.meta.url)
const limits = { module, mostBytes: 64 * 2 ** 20, answerMostBytes: 64 * 2 ** 20, workMs: 20_000 }
const asked = {
  planInputs: outsideReader<typeof pure.planInputs>({ ...limits, name: 'planInputs' }),
  judgeInputs: outsideReader<typeof pure.judgeInputs>({ ...limits, name: 'judgeInputs' }),
  planMutants: outsideReader<typeof pure.planMutants>({ ...limits, name: 'planMutants' }),
  judgeMutants: outsideReader<typeof pure.judgeMutants>({ ...limits, name: 'judgeMutants' }),
  planBodies: outsideReader<typeof pure.planBodies>({ ...limits, name: 'planBodies' }),
  judgeBodies: outsideReader<typeof pure.judgeBodies>({ ...limits, name: 'judgeBodies' }),
  planHunks: outsideReader<typeof pure.planHunks>({ ...limits, name: 'planHunks' }),
  planReplay: outsideReader<typeof pure.planReplay>({ ...limits, name: 'planReplay' }),
  judgeReplay: outsideReader<typeof pure.judgeReplay>({ ...limits, name: 'judgeReplay' }),
  judgeHunks: outsideReader<typeof pure.judgeHunks>({ ...limits, name: 'judgeHunks' }),
}

/** The probes that parse test files, in threads. `key` is the workspace; what cannot be read in time is not probed. */
export const probesInThread = (key: string, signal: AbortSignal) => {
  const options = { key, signal }
  return {
    planInputs: async (input: Parameters<typeof pure.planInputs>[0]) => probed(await asked.planInputs(input, options)),
    judgeInputs: async (input: Parameters<typeof pure.judgeInputs>[0]) =>
      probed(await asked.judgeInputs(input, options)),
    planMutants: async (input: Parameters<typeof pure.planMutants>[0]) =>
      probed(await asked.planMutants(input, options)),
    judgeMutants: async (input: Parameters<typeof pure.judgeMutants>[0]) =>
      probed(await asked.judgeMutants(input, options)),
    planBodies: async (input: Parameters<typeof pure.planBodies>[0]) => probed(await asked.planBodies(input, options)),
    judgeBodies: async (input: Parameters<typeof pure.judgeBodies>[0]) =>
      probed(await asked.judgeBodies(input, options)),
    planHunks: async (input: Parameters<typeof pure.planHunks>[0]) => probed(await asked.planHunks(input, options)),
    planReplay: async (input: Parameters<typeof pure.planReplay>[0]) => probed(await asked.planReplay(input, options)),
    judgeReplay: async (input: Parameters<typeof pure.judgeReplay>[0]) =>
      probed(await asked.judgeReplay(input, options)),
    judgeHunks: async (input: Parameters<typeof pure.judgeHunks>[0]) => probed(await asked.judgeHunks(input, options)),
  }
}
export type ProbesInThread = ReturnType<typeof probesInThread>

const probed = <Value>({ value }: OutsideRead<Value>): Value | NotProbed =>
  value ?? { notProbed: notProbedReasons.notRead }
