import type { Refusal } from '../egress/index.ts'
import type { Outcome, Sandbox, StopReason } from '../sandbox/index.ts'
import type { PackageParts } from './parts.ts'
import { logOf, outcomeOf, type CommandOutcome } from './command-end.ts'

/** How a phase of a setup ended, as a check's row has it. */
export interface PhaseEnd {
  readonly outcome: CommandOutcome
  readonly exitCode: number | null
  readonly stoppedBy: StopReason | null
  readonly durationMs: number
  readonly log: string
}

/** Runs a shell script in a sandbox. */
export const runPhase = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<PhaseEnd> => {
  const ended = await sandbox.run({ argv: ['sh', '-c', script], environment: { ...environment, CI: 'true' }, signal })
  signal.throwIfAborted()
  return endOf(ended)
}

/** Packs files with a command of ours, into a file as large as all of them: only the disk bounds it. */
export const packIn = async (
  { sandboxLimits }: Pick<PackageParts, 'sandboxLimits'>,
  sandbox: Sandbox,
  signal: AbortSignal,
  script: string,
): Promise<PhaseEnd> => {
  const ended = await sandbox.run({ argv: ['sh', '-c', script], fileSizeBytes: sandboxLimits.diskBytes, signal })
  signal.throwIfAborted()
  return endOf(ended)
}

const endOf = (ended: Outcome): PhaseEnd => ({
  outcome: outcomeOf(ended),
  exitCode: ended.exitCode,
  stoppedBy: ended.stoppedBy ?? null,
  durationMs: Math.round(ended.durationMs),
  log: logOf(ended),
})

const refusalsMost = 10

/** Collects the broker's refusals, for the log of the check. */
export const refusals = () => {
  const found = new Map<string, string>()
  const collected = {
    add: ({ target, sentence }: Refusal): void => {
      if (found.size < refusalsMost) found.set(target, sentence)
    },
    /** The refusals, with reasons, and the setting that allows each; empty without any. */
    text: (): string =>
      found.size === 0
        ? ''
        : [
            'Refused by the network broker:',
            ...[...found].map(([target, sentence]) => `  ${printable(target)}: ${sentence}`),
            'The setting ATELIER_EGRESS_HOSTS names the hosts that setups and tool servers may reach.',
            'The setting ATELIER_REGISTRIES names registries of your own, which may have a private address.',
          ].join('\n'),
    /** Returns the refusals, and forgets them. */
    take: (): string => {
      const text = collected.text()
      found.clear()
      return text
    },
  }
  return collected
}

const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?')

/** The length of a log that is kept. */
export const logMostChars = 16_384

/** Puts parts of a log together, the last ones whole if there is not room for all. */
export const joinLogs = (...logs: readonly string[]): string =>
  logs
    .filter((log) => log !== '')
    .join('\n')
    .slice(-logMostChars)
    .toWellFormed()
