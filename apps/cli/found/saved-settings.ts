import {
  chosenAgentsFile,
  chosenAgentsIn,
  type ExternalAgent,
  type ExternalAgents,
} from '../../../execution/harness/external-agents.ts'
import { modelHostsFile, modelHostsIn } from '../../../execution/models/local-servers.ts'
import { conflict } from '../failure.ts'
import { readFile } from 'node:fs/promises'
import { readConfiguration } from '../../../platform/configuration/index.ts'
import {
  announceSettings,
  instanceSettings,
  lockInstanceSetting,
  putInstanceSetting,
  type SettingName,
} from '../../../platform/instance-settings/index.ts'
import { hasSeveralMachines } from '../../../platform/jobs/index.ts'
import { writePrivateFile } from '../../../platform/private-file/index.ts'
import { withOwnDatabase } from '../commands/server/own-database.ts'

interface Setting {
  readonly name: SettingName
  /** The file of a machine. */
  readonly file: string
}

/**
 * Replaces a setting of the instance by the result of `change`: its row if the environment names the database of
 * several machines, else the file of this machine.
 */
const changeSetting = async (
  environment: NodeJS.ProcessEnv,
  { name, file }: Setting,
  change: (before: unknown) => object,
): Promise<void> => {
  const isRow = environment.DATABASE_URL !== undefined && (await changeRow(environment, name, change))
  if (!isRow) await writePrivateFile(file, change(await contentOf(file)))
}

/** False if the database knows only a single machine, whose file counts. */
const changeRow = (environment: NodeJS.ProcessEnv, name: SettingName, change: (before: unknown) => object) =>
  withOwnDatabase(readConfiguration(environment).storage, (database) =>
    database.identity(async (tx) => {
      if (!(await hasSeveralMachines(tx)) && (await instanceSettings(tx)).size === 0) return false
      await putInstanceSetting(tx, name, change(await lockInstanceSetting(tx, name)))
      await announceSettings(tx)
      return true
    }),
  )

const contentOf = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

const harnesses = [1, 2, 3, 4, 5, 6, 7].map((number) => `runtime-${number}`)

interface Machine {
  readonly environment: NodeJS.ProcessEnv
  readonly dataFolder: string
}

/**
 * Keeps an agent under the next free harness, or its present harness, and returns its name. `named` come from the
 * operator's file.
 */
export const saveAgent = async (
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

/** Lets a server on this machine reach a model server of loopback; returns a function that reverts this. */
export const addModelHost = async (
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
