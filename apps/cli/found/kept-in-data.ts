import {
  chosenAgentsFile,
  readChosenAgents,
  type ExternalAgent,
  type ExternalAgents,
} from '../../../execution/harness/external-agents.ts'
import { modelHostsFile, readModelHosts } from '../../../execution/models/local-servers.ts'
import { writePrivately } from '../client/credentials.ts'
import { conflict } from '../failure.ts'

/** Lets a server on this machine reach a model server of loopback; gives what takes that back. */
export const allowModelHost = async (dataFolder: string, host: string): Promise<() => Promise<void>> => {
  const file = modelHostsFile(dataFolder)
  const before = readModelHosts(file)
  if (before.includes(host)) return async () => undefined
  await writePrivately(file, { hosts: [...before, host] })
  return async () => {
    const hosts = readModelHosts(file).filter((one) => one !== host)
    await writePrivately(file, { hosts })
  }
}

const harnesses = [1, 2, 3, 4, 5, 6, 7].map((number) => `runtime-${number}`)

/** Keeps an agent under the next free harness, or the one that it has, and gives its name. `named` are those of the operator's file. */
export const keepAgent = async (dataFolder: string, agent: ExternalAgent, named: ExternalAgents): Promise<string> => {
  const file = chosenAgentsFile(dataFolder)
  const chosen = readChosenAgents(file)
  const own = Object.keys(chosen).find((name) => chosen[name]!.program === agent.program && !named[name])
  const harness = own ?? harnesses.find((name) => !chosen[name] && !named[name])
  if (harness === undefined)
    throw conflict('harnesses_full', `All of runtime-1 to runtime-7 have an agent. Take one out of ${file} first.`)
  await writePrivately(file, { ...chosen, [harness]: agent })
  return harness
}
