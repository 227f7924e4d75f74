import { createHash } from 'node:crypto'
import { maskableLeast, maskingOf, type Masking } from '../../../execution/masking/index.ts'
import { record as recordAudit } from '../../../platform/audit/index.ts'
import { VaultUnavailable } from '../../../platform/crypto/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { recordSecretsSync, resolveSecrets, SecretsUnavailable } from '../../code/secrets/index.ts'
import type { StepWork, TaskWork } from './step-work.ts'
import type { RunEnvironment } from '../../code/environments/index.ts'
import type { Check } from './check.ts'

// Linux allows one variable at most 128 KiB, with its name.
const valueMostBytes = 120 * 1024

interface SecretsRefusal {
  readonly refused: string
  /** The agency's text, if it is longer. */
  readonly error?: string
}

/** The values for one command or tool server, or the sentence why it cannot run. */
type SecretValues = { readonly values: Readonly<Record<string, string>> } | SecretsRefusal

/** The names of secrets, each with the environment that asks for it; null for none. */
type Declared = ReadonlyMap<string, string | null>

/** The values of secrets that people declared for one use, each with the environment that asks for it; the sync log has how many. */
export const openDeclaredSecrets = async (stepWork: StepWork, declared: Declared): Promise<SecretValues> => {
  const { context, work } = stepWork
  if (declared.size === 0) return { values: {} }
  const opened = await valuesOf(stepWork, declared)
  await record(context, work, opened)
  if ('values' in opened) await recordUse(context, work, declared)
  return opened
}

const valuesOf = async ({ parts, context, work }: StepWork, declared: Declared): Promise<SecretValues> => {
  const place = { workspaceId: context.run.workspaceId, projectId: work.project.id }
  const values: Record<string, string> = {}
  for (const environment of new Set(declared.values())) {
    const names = [...declared].filter(([, of]) => of === environment).map(([name]) => name)
    const found = await resolveSecrets(parts, { ...place, names, environment }).catch(refusalOf)
    if ('refused' in found) return found
    if (found.missing.length > 0) return { refused: missing(found.missing) }
    Object.assign(values, Object.fromEntries(found.values))
  }
  const unfit = Object.entries(values).flatMap(([name, value]) => faultOf(name, value) ?? [])
  return unfit.length > 0 ? { refused: `Not run. ${unfit.join(' ')}` } : { values }
}

// The words of an external manager stay with the agency: an agent reads why its checks did not run.
const refusalOf = (error: unknown): SecretsRefusal => {
  if (error instanceof SecretsUnavailable)
    return { refused: 'Not run: a secrets config gave no secrets. The sync log says why.', error: error.message }
  if (!(error instanceof VaultUnavailable)) throw error
  return {
    refused: 'Not run: secrets cannot be read, because SECRETS_ENCRYPTION_KEY is not set. The operator has to set it.',
  }
}

const missing = (names: readonly string[]) =>
  names.length === 1
    ? `Not run: the secret ${names[0]} is not stored for this project.`
    : `Not run: the secrets ${names.join(', ')} are not stored for this project.`

/** Why a value cannot be passed on: a value that cannot be masked would be in the log. */
const faultOf = (name: string, value: string): string | undefined => {
  const sizeBytes = Buffer.byteLength(value)
  if (sizeBytes < maskableLeast)
    return `The secret ${name} has fewer than ${maskableLeast} bytes, which cannot be masked in what the command prints.`
  if (sizeBytes > valueMostBytes) return `The secret ${name} is too long for an environment variable.`
  return value.includes('\0') ? `The secret ${name} holds a NUL byte, which no environment variable can.` : undefined
}

const record = ({ write }: EffectContext, { project, task }: TaskWork, opened: SecretValues) =>
  write((tx) =>
    recordSecretsSync(tx, {
      projectId: project.id,
      target: 'sandbox',
      taskId: task.id,
      ...('values' in opened
        ? { count: Object.keys(opened.values).length }
        : { count: 0, error: opened.error ?? opened.refused }),
    }),
  )

/** Records the secrets of a run, by digests: who knows a name can compare it with them. */
const recordUse = ({ write, run }: EffectContext, { project, cycle, task }: TaskWork, declared: Declared) => {
  const digestOf = (name: string) => createHash('sha256').update(`${run.id} ${name}`).digest('hex')
  const environments = [...new Set(declared.values())].filter((one) => one !== null)
  return write(async (tx) =>
    recordAudit(tx, {
      action: 'secret.use',
      category: 'read',
      outcome: 'success',
      actor: { type: 'agent', id: run.id },
      source: 'internal',
      resource: ['run', run.id],
      parent: ['cycle', cycle.id],
      details: {
        projectId: project.id,
        runId: run.id,
        taskId: task.id,
        environments,
        count: declared.size,
        nameDigests: [...declared.keys()].map(digestOf).toSorted(),
      },
    }),
  )
}

/** The secrets that people declared for the command of a check, each with the environment that asks for it. */
export const declaredSecrets = (
  { secrets = [] }: Pick<Check, 'secrets'>,
  { secrets: ofRun }: Pick<RunEnvironment, 'secrets'>,
) =>
  new Map<string, string | null>([
    ...secrets.map((name) => [name, null] as const),
    ...ofRun.map(({ name, environment }) => [name, environment] as const),
  ])

/** Opens secrets for checks one at a time and masks them in all later output: a command may keep one in a file. */
export const openCheckSecrets = (stepWork: StepWork) => {
  const { work } = stepWork
  const handedOut = new Set<string>()
  return {
    give: async (check: Check): Promise<SecretValues> => {
      const opened = await openDeclaredSecrets(stepWork, declaredSecrets(check, work.environment))
      if ('values' in opened) for (const value of Object.values(opened.values)) handedOut.add(value)
      return opened
    },
    masking: (): Masking => maskingOf([...handedOut]),
    areHandedOut: (): boolean => handedOut.size > 0,
  }
}
