import { models as contract } from '../../../domains/agents/models/contract.ts'
import { chosenAgentsFile, readExternalAgents } from '../../../execution/harness/external-agents.ts'
import { chooseDriver } from '../../../execution/sandbox/index.ts'
import { readConfiguration } from '../../../platform/configuration/index.ts'
import { callableModels } from '../client/callable-models.ts'
import { findDataFolder } from '../client/credentials.ts'
import { atelier } from '../program/command.ts'
import { conflict, failed } from '../failure.ts'
import type { Session } from '../session.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { saveAgent } from './saved-settings.ts'
import type { AgentSource, UsedSource } from './model-source.ts'

/** Keeps an agent as the next free harness of the server on this machine, once it has started in a sandbox. */
export const useAgent = async (session: Session, source: AgentSource): Promise<UsedSource> => {
  const { environment, cwd, output } = session
  const client = await session.client()
  const folder = await findDataFolder(environment, cwd, client.url)
  if (folder === undefined)
    throw conflict(
      'server_elsewhere',
      `The server at ${client.url} is not on this machine, or its data folder is not yours. Its keeper can name the agent in ATELIER_AGENTS_FILE: docs/agents-by-acp.md.`,
    )
  if ((await callableModels(client)).models.length === 0)
    throw failed(
      'no_model',
      `${source.title} works with a model of the server, and there is none yet. Choose one first: ${atelier} models found`,
    )
  output.say(`Starting ${source.title} in a sandbox …`)
  await startInSandbox(session, source)
  const named = readExternalAgents(environment.ATELIER_AGENTS_FILE)
  const harness = await saveAgent({ environment, dataFolder: folder }, source.agent!, named)
  const { installed, reason } = await client
    .call(contract.setOrganizationHarness, { body: { harness: harness as 'runtime-1' } })
    .then(() => client.call(contract.getResolvedOrganizationHarness))
  if (installed) return { kind: 'agent', harness, name: source.title }
  await client.call(contract.clearOrganizationHarness)
  throw failed(
    'source_failed',
    `${reason ?? 'It is not installed.'} It stays in ${chosenAgentsFile(folder)}; with several machines, run this with the DATABASE_URL of the server.`,
  )
}

const startMs = 20_000
const mebibyte = 1_048_576
const limits = {
  cpuSeconds: 30,
  memoryBytes: 1_024 * mebibyte,
  processes: 128,
  fileSizeBytes: 64 * mebibyte,
  diskBytes: 256 * mebibyte,
  wallMs: startMs,
  outputBytes: mebibyte,
}

/** Runs its command with `--version` where its tasks will run: without a network and without this user's home. */
const startInSandbox = async ({ environment, signal }: Session, { title, agent }: AgentSource) => {
  const { sandbox: settings } = readConfiguration({ ...environment })
  const driver = await chooseDriver(settings.driver, settings)
  const { program, folder } = agent!
  const ended = await inTemporaryFolder(async (scratch) => {
    const sandbox = await driver.open({
      id: 'agent-start',
      worktree: { from: scratch, writable: true },
      readonly: folder === undefined ? [] : [{ from: folder, to: folder }],
      limits,
    })
    try {
      return await sandbox.run({ argv: [program, '--version'], signal })
    } finally {
      await sandbox.close()
    }
  })
  signal.throwIfAborted()
  if (ended.exitCode === 0) return
  const lastLine = (ended.stderr || ended.stdout).trim().split('\n').at(-1) ?? ''
  throw failed(
    'source_failed',
    `${title} does not start in a sandbox (${ended.exitCode ?? ended.stoppedBy ?? 'no end'}). ${lastLine.slice(0, 300)}`,
  )
}
