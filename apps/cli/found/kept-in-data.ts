import {
  chosenAgentsFile,
  readChosenAgents,
  type ExternalAgent,
  type ExternalAgents,
} from '../../../execution/harness/external-agents.ts'
import { writePrivateFile } from '../../../platform/private-file/index.ts'
import { conflict } from '../failure.ts'

const harnesses = [1, 2, 3, 4, 5, 6, 7].map((number) => `runtime-${number}`)

/** Keeps an agent under the next free harness, or the one that it has, and gives its name. `named` are those of the operator's file. */
export const keepAgent = async (dataFolder: string, agent: ExternalAgent, named: ExternalAgents): Promise<string> => {
  const file = chosenAgentsFile(dataFolder)
  const chosen = readChosenAgents(file)
  const own = Object.keys(chosen).find((name) => chosen[name]!.program === agent.program && !named[name])
  const harness = own ?? harnesses.find((name) => !chosen[name] && !named[name])
  if (harness === undefined)
    throw conflict('harnesses_full', `All of runtime-1 to runtime-7 have an agent. Take one out of ${file} first.`)
  await writePrivateFile(file, { ...chosen, [harness]: agent })
  return harness
}
