import type { SetupPlan } from '../../../../execution/setup/index.ts'
import type { PhaseEnd } from './run-phase.ts'

const opening = 'The setup failed: '

/**
 * The first line of the log of a setup that failed: the cause in one sentence, and what to do. Only words of this file
 * and names of a fixed form are in it, because requests and verdicts show it.
 */
export const causeLine = (plan: Pick<SetupPlan, 'refused'>, end: PhaseEnd): string =>
  opening + (plan.refused === undefined ? causeOf(end) : lowerFirst(plan.refused))

/** The cause in the log of a setup, without its opening; undefined where the log has none. */
export const causeIn = (log: string): string | undefined =>
  log.startsWith(opening) ? log.slice(opening.length).split('\n', 1)[0] : undefined

const causeOf = ({ stoppedBy, log }: PhaseEnd): string => {
  if (stoppedBy) return `it was stopped at its limit (${stoppedBy}). The settings ATELIER_SANDBOX_… raise limits.`
  for (const [pattern, say] of causes) {
    const found = pattern.exec(log)
    if (found) return say(found[1] ?? '', found[2] ?? '')
  }
  return 'the log of the check “setup” has the reason.'
}

const registries =
  'ATELIER_EGRESS_HOSTS allows hosts, such as the public registries, and ATELIER_REGISTRIES names registries of your own.'
const install =
  'Install it in /usr, name its folder by ATELIER_SANDBOX_PROGRAMS, or set the commands: atelier project set --setup ….'

// In the order in which they are looked for. Names and versions have a fixed form, since a log can have any text.
const causes: readonly (readonly [RegExp, (one: string, other: string) => string])[] = [
  [
    /^This repository needs ([A-Za-z]{1,20}) (\d[\w.]{0,19}), which this machine does not have/m,
    (name, version) =>
      `this repository needs ${name} ${version}, which this machine does not have and no registry gave. ${install}`,
  ],
  [/^The fetch was stopped: nothing/m, () => `no package registry could be reached. ${registries}`],
  [
    /(?:^|: )([a-z][\w.-]{0,29}): (?:command )?not found$/m,
    (name) => `this machine has no program “${name}”. ${install}`,
  ],
  [/No module named (pip|venv|ensurepip)\b/, (name) => `Python on this machine has no “${name}”. ${install}`],
  [
    /^Refused by the network broker:\n {2}([a-z0-9][a-z0-9.-]{0,99}):\d+: /m,
    (host) => `it asked for ${host}, which setups may not reach. ${registries}`,
  ],
  [
    /^npm (?:error|ERR!) code (E[A-Z0-9]{2,29})$/m,
    (code) => `npm ended with ${code}. The log of the check “setup” has the reason.`,
  ],
]

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
