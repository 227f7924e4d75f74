import { readConfiguration, StartRefusal } from '../../../../platform/configuration/index.ts'
import { fine, problem, type Check } from '../../doctor/check.ts'
import { checkBrowser, checkDisk, checkGit, checkSandbox } from '../../doctor/machine.ts'
import { checkRegistries } from '../../doctor/registries.ts'
import { checkServer } from '../../doctor/server.ts'
import { failed } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted } from '../../terminal/text.ts'

/** `atelier doctor`: looks at everything that a server on this machine needs, and names the remedies. */
export const doctor = async (session: Session): Promise<void> => {
  const checks = await checksOf(session)
  session.output.show({ checks }, checks.flatMap(linesOf))
  const problems = checks.filter(({ state }) => state === 'problem').length
  if (problems > 0)
    throw failed('machine_unfit', `${counted(problems, 'problem')} to solve before a server can work here.`)
}

const checksOf = async (session: Session): Promise<Check[]> => {
  const { environment, signal } = session
  const node = fine('node', process.version)
  const configuration = configurationOf(environment)
  if ('state' in configuration) return [node, await checkGit(), configuration]
  const [git, sandbox, disk, browser, server, registries] = await Promise.all([
    checkGit(),
    checkSandbox(configuration),
    checkDisk(configuration.storage.dataFolder),
    checkBrowser(),
    checkServer(session, configuration),
    checkRegistries(configuration, signal),
  ])
  const settings = fine('settings', 'The ATELIER_ settings are valid.')
  return [node, git, settings, sandbox, disk, browser, ...registries, ...server]
}

const configurationOf = (environment: Session['environment']) => {
  try {
    return readConfiguration(environment)
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    return problem('settings', error.message, 'docs/configuration.md lists all settings.')
  }
}

const marks = { ok: '✓', warning: '!', problem: '✗' } as const

const linesOf = ({ name, state, finding, remedy }: Check) => [
  `${marks[state]} ${name.padEnd(14)} ${finding.replaceAll('\n', '\n                 ')}`,
  ...(remedy === undefined ? [] : [`                 ${remedy}`]),
]
