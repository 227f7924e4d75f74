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
  /** The file that has the setting on an installation with a single machine. */
  readonly file: string
}

/** Replaces a setting by the result of `change`: in the database that machines share, or in a file. */
const changeSetting = async (
  environment: NodeJS.ProcessEnv,
  { name, file }: Setting,
  change: (before: unknown) => object,
): Promise<void> => {
  const isRow = environment.DATABASE_URL !== undefined && (await changeRow(environment, name, change))
  if (!isRow) await writePrivateFile(file, change(await readJson(file)))
}

/** Updates the setting in the database; false if the database knows only a single machine, which reads its file. */
const changeRow = (environment: NodeJS.ProcessEnv, name: SettingName, change: (before: unknown) => object) =>
  withOwnDatabase(readConfiguration(environment).storage, (database) =>
    database.identity(async (tx) => {
      const isShared = (await hasSeveralMachines(tx)) || (await instanceSettings(tx)).size > 0
      if (!isShared) return false
      await putInstanceSetting(tx, name, change(await lockInstanceSetting(tx, name)))
      await announceSettings(tx)
      return true
    }),
  )

const readJson = async (file: string): Promise<unknown> => {
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
 * Saves an external agent under its present name, or else the next free name of `runtime-1` to `runtime-7`; returns the
 * name. Names in `named` are taken by the operator's file.
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
    const present = Object.keys(chosen).find((used) => chosen[used]!.program === agent.program && !named[used])
    const name = present ?? harnesses.find((free) => !chosen[free] && !named[free])
    if (name === undefined)
      throw conflict('harnesses_full', `All of runtime-1 to runtime-7 have an agent. Take one out of ${file} first.`)
    harness = name
    return { ...chosen, [name]: agent }
  })
  return harness
}

/** Allows the server on this machine to call a model server on loopback; returns a function that undoes it. */
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
  const without = (before: unknown) => ({ hosts: modelHostsIn(before).filter((other) => other !== host) })
  return async () => {
    if (isNew) await changeSetting(environment, setting, without)
  }
}
