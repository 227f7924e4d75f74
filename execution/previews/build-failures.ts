import type { PhaseEnd } from '../packages/index.ts'
import type { Outcome, SandboxLimits, StopReason } from '../sandbox/index.ts'
import type { SetupPlan } from '../setup/index.ts'

const shownMostChars = 200

/** Why a build command failed, as a sentence for people. */
export const commandFailure = (
  command: string,
  { exitCode, stoppedBy }: Pick<Outcome, 'exitCode' | 'stoppedBy'>,
  limits: SandboxLimits,
): string => {
  const shown = `The build command “${command.slice(0, shownMostChars).toWellFormed()}”`
  if (stoppedBy !== undefined) return `${shown} was stopped: ${stopSentence(stoppedBy, limits)}`
  return exitCode === 127
    ? `${shown} names a program that was not found. The log says which.`
    : `${shown} ended with exit code ${exitCode}. The log says why.`
}

/** Why the packages could not be installed, as a sentence for people. */
export const installFailure = ({ managers }: SetupPlan, { stoppedBy }: PhaseEnd, limits: SandboxLimits): string => {
  const what = `The packages could not be installed with ${managers.join(', ') || 'the commands of the project'}`
  return stoppedBy === null ? `${what}. The log says why.` : `${what}: ${stopSentence(stoppedBy, limits)}`
}

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`

const stopSentence = (reason: StopReason, limits: SandboxLimits): string => {
  const sentences: Readonly<Record<StopReason, string>> = {
    'wall-time': `it took longer than ${Math.ceil(limits.wallMs / 60_000)} minutes.`,
    'cpu-time': `it used more than ${Math.ceil(limits.cpuSeconds / 60)} minutes of processor time.`,
    memory: `it used more than ${mebibytes(limits.memoryBytes)} of memory.`,
    processes: `it started more than ${limits.processes} processes.`,
    disk: `it wrote more than ${mebibytes(limits.diskBytes)}.`,
    output: `it printed more than ${mebibytes(limits.outputBytes)}.`,
    cancelled: 'it was cancelled.',
  }
  return sentences[reason]
}
