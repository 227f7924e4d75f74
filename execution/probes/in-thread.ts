import { outsideReader, type OutsideRead } from '../../platform/threads/index.ts'
import { notProbedReasons } from './not-probed.ts'
import type { NotProbed } from './probe.ts'
import type * as pure from './pure.ts'

const module = new URL('./pure.ts', import.meta.url)
const limits = { module, mostBytes: 64 * 2 ** 20, answerMostBytes: 64 * 2 ** 20, workMs: 20_000 }
const asked = {
  planAccounts: outsideReader<typeof pure.planAccounts>({ ...limits, workMs: 60_000, name: 'planAccounts' }),
  namesToSeek: outsideReader<typeof pure.namesToSeek>({ ...limits, name: 'namesToSeek' }),
  planInputs: outsideReader<typeof pure.planInputs>({ ...limits, name: 'planInputs' }),
  judgeInputs: outsideReader<typeof pure.judgeInputs>({ ...limits, name: 'judgeInputs' }),
  planMutants: outsideReader<typeof pure.planMutants>({ ...limits, name: 'planMutants' }),
  judgeMutants: outsideReader<typeof pure.judgeMutants>({ ...limits, name: 'judgeMutants' }),
  planReplay: outsideReader<typeof pure.planReplay>({ ...limits, name: 'planReplay' }),
  judgeReplay: outsideReader<typeof pure.judgeReplay>({ ...limits, name: 'judgeReplay' }),
}

/** The probes that parse test files, in threads. `key` is the workspace; what cannot be read in time is not probed. */
export const probesInThread = (key: string, signal: AbortSignal) => {
  const options = { key, signal }
  return {
    planAccounts: async (input: Parameters<typeof pure.planAccounts>[0]) =>
      (await asked.planAccounts(input, options)).value,
    namesToSeek: async (files: Parameters<typeof pure.namesToSeek>[0]) =>
      (await asked.namesToSeek(files, options)).value ?? [],
    planInputs: async (input: Parameters<typeof pure.planInputs>[0]) => probed(await asked.planInputs(input, options)),
    judgeInputs: async (input: Parameters<typeof pure.judgeInputs>[0]) =>
      probed(await asked.judgeInputs(input, options)),
    planMutants: async (input: Parameters<typeof pure.planMutants>[0]) =>
      probed(await asked.planMutants(input, options)),
    judgeMutants: async (input: Parameters<typeof pure.judgeMutants>[0]) =>
      probed(await asked.judgeMutants(input, options)),
    planReplay: async (input: Parameters<typeof pure.planReplay>[0]) => probed(await asked.planReplay(input, options)),
    judgeReplay: async (input: Parameters<typeof pure.judgeReplay>[0]) =>
      probed(await asked.judgeReplay(input, options)),
  }
}
export type ProbesInThread = ReturnType<typeof probesInThread>

const probed = <Value>({ value }: OutsideRead<Value>): Value | NotProbed =>
  value ?? { notProbed: notProbedReasons.notRead }
