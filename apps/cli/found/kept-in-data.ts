import {
  chosenAgentsFile,
  chosenAgentsIn,
  type ExternalAgent,
  type ExternalAgents,
} from '../../../execution/harness/external-agents.ts'
import { modelHostsFile, modelHostsIn } from '../../../execution/models/local-servers.ts'
import { conflict } from '../failure.ts'
import { changeSetting } from './change-setting.ts'

const harnesses = [1, 2, 3, 4, 5, 6, 7].map((number) => `runtime-${number}`)

interface Machine {
  readonly environment: NodeJS.ProcessEnv
  readonly dataFolder: string
}

/** Keeps an agent under the next free harness, or the one that it has, and gives its name. `named` are those of the operator's file. */
export const keepAgent = async (
  { environment, dataFolder }: Machine,
  agent: ExternalAgent,
  named: ExternalAgents,
): Promise<string> => {
  const file = chosenAgentsFile(dataFolder)
  let harness = ''
  await changeSetting(environment, { name: 'agents', file }, (before) => {
    const chosen = chosenAgentsIn(before)
    const own = Object.keys(chosen).find((name) => chosen[name]!.program === agent.program && !named[name])
    const free = own ?? harnesses.find((name) => !chosen[name] && !named[name])
    if (free === undefined)
      throw conflict('harnesses_full', `All of runtime-1 to runtime-7 have an agent. Take one out of ${file} first.`)
    harness = free
    return { ...chosen, [free]: agent }
  })
  return harness
}

/** Lets a server on this machine reach a model server of loopback; gives what takes that back. */
export const keepModelHost = async (
  { environment, dataFolder }: Machine,
  host: string,
): Promise<() => Promise<void>> => {
  const setting = { name: 'model-hosts', file: modelHostsFile(dataFolder) } as const
  let isNew = false
  await changeSetting(environment, setting, (before) => {
    const hosts = modelHostsIn(before)
    isNew = !hosts.includes(host)
    return { hosts: isNew ? [...hosts, host] : hosts }
  })
  return async () => {
    if (isNew)
      await changeSetting(environment, setting, (before) => ({
        hosts: modelHostsIn(before).filter((one) => one !== host),
      }))
  }
}
