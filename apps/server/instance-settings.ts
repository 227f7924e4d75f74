import { readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  chosenAgentsFile,
  chosenAgentsIn,
  readChosenAgents,
  type ExternalAgents,
} from '../../execution/harness/index.ts'
import { modelHostsFile, modelHostsIn, readModelHosts } from '../../execution/models/index.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import {
  announceSettings,
  insertInstanceSetting,
  instanceSettings,
  type SettingName,
} from '../../platform/instance-settings/index.ts'
import { hasSeveralMachines } from '../../platform/jobs/index.ts'

/** The operator's choices for all workspaces: files of the data folder on one machine, rows from the second one on. */
export interface InstanceSettings {
  agents(): ExternalAgents
  modelHosts(): readonly string[]
  /** True once the settings come from the database: this machine's files are ignored. */
  usesDatabase(): boolean
  /** Reads the rows. If there are several machines, or were, files without a row become rows. */
  reload(): Promise<void>
}

interface SettingsParts {
  readonly database: Database
  readonly dataFolder: string
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export const openInstanceSettings = async (parts: SettingsParts): Promise<InstanceSettings> => {
  const { database, dataFolder, log } = parts
  const files: readonly SettingFile[] = [
    { name: 'agents', file: chosenAgentsFile(dataFolder), clean: chosenAgentsIn },
    { name: 'model-hosts', file: modelHostsFile(dataFolder), clean: (value) => ({ hosts: modelHostsIn(value) }) },
  ]
  const warnedFiles = new Set<string>()
  let rows: ReadonlyMap<SettingName, unknown> | undefined
  const reload = async () => {
    const [isShared, found] = await database.identity((tx) =>
      Promise.all([hasSeveralMachines(tx), instanceSettings(tx)]),
    )
    // Rows stay in force if all machines but one are removed.
    if (!isShared && found.size === 0) return
    const leftoverFiles = (await Promise.all(files.map(contentOf))).flat()
    const missing = leftoverFiles.filter(({ name }) => !found.has(name))
    if (missing.length > 0) await database.identity((tx) => takeOver(tx, missing))
    rows = missing.length > 0 ? await database.identity(instanceSettings) : found
    for (const { file } of leftoverFiles) {
      if (warnedFiles.has(file)) continue
      warnedFiles.add(file)
      log.warn({ file }, `${file} is not used: several machines have the setting in the database. Delete the file`)
    }
  }
  await reload()
  return {
    agents: () => (rows ? chosenAgentsIn(rows.get('agents')) : readChosenAgents(chosenAgentsFile(dataFolder))),
    modelHosts: () => (rows ? modelHostsIn(rows.get('model-hosts')) : readModelHosts(modelHostsFile(dataFolder))),
    usesDatabase: () => rows !== undefined,
    reload,
  }
}

interface SettingFile {
  readonly name: SettingName
  readonly file: string
  /** Keeps the valid settings of a file's content, in the form of the file. */
  readonly clean: (value: unknown) => object
}

interface FileContent extends Pick<SettingFile, 'name' | 'file'> {
  readonly value: object
}

const takeOver = async (tx: Transaction, missing: readonly FileContent[]) => {
  for (const { name, value } of missing) await insertInstanceSetting(tx, name, value)
  await announceSettings(tx)
}

/** The file with its content; empty if it is missing. */
const contentOf = async ({ name, file, clean }: SettingFile): Promise<FileContent[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? [] : [{ name, file, value: clean(jsonOf(text)) }]
}
