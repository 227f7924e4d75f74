import type { getWorkspacePolicies } from '../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import type { en } from '../../words/policies/en.ts'

export type Policies = Pick<Reply<typeof getWorkspacePolicies>, 'requiresApproval' | 'review' | 'approval' | 'inForce'>
/** The own values of a workspace or a project. */
export type OwnPolicies = Omit<Policies, 'inForce'>
export type PolicyValue = string | number | boolean | null

type Group = 'review' | 'approval'

export interface PolicySetting {
  readonly name: string
  /** Its place: on its own, or in a group. */
  readonly group: Group | undefined
  readonly label: string
  readonly hint: string
  /** Its own value; null if it is inherited. */
  readonly said: PolicyValue
  readonly inForce: { readonly value: PolicyValue; readonly from: 'project' | 'workspace' | 'instance' }
  /** Whether the value can be reset. */
  readonly canInherit: boolean
  readonly choices: readonly (readonly [value: PolicyValue, text: string])[]
}

const reminders = [0, 4, 8, 24, 48, 72, 168]
const deadlines = [0, 24, 48, 72, 168, 336, 720]
const withOwn = (own: PolicyValue, usual: readonly number[]) =>
  typeof own === 'number' && !usual.includes(own) ? [...usual, own].sort((a, b) => a - b) : usual

/** The own value of a policy; null if it is inherited. */
const ownValueOf = (said: OwnPolicies, { name, group }: Pick<PolicySetting, 'name' | 'group'>): PolicyValue =>
  ((group ? said[group] : said) as Readonly<Record<string, PolicyValue>>)[name] ?? null

/** Another person's value of a policy since it was seen; undefined if it is unchanged, or the same as the choice. */
export const conflictingValue = (
  now: OwnPolicies,
  { setting, value, seen }: Readonly<{ setting: PolicySetting; value: PolicyValue; seen: PolicyValue }>,
): { readonly theirs: PolicyValue } | undefined => {
  const theirs = ownValueOf(now, setting)
  return theirs === seen || theirs === value ? undefined : { theirs }
}

/**
 * The policies in the order in which a change meets them, with the choices for each. Whether a change is approved
 * cannot be reset by a project that set it, except for all policies together.
 */
export const settingsOf = (policies: Policies, words: typeof en, whose: 'workspace' | 'project'): PolicySetting[] => {
  const { approval, inForce } = policies
  const texts = <Name extends string>(names: Readonly<Record<Name, string>>) => Object.entries<string>(names)
  const of = (group: Group, name: string) => ({
    name,
    group,
    canInherit: true,
    said: ownValueOf(policies, { name, group }),
    inForce: (inForce[group] as Readonly<Record<string, PolicySetting['inForce']>>)[name]!,
  })
  const hours = (
    name: 'remindEveryHours' | 'expireAfterHours',
    usual: readonly number[],
    say: (at: number) => string,
  ) => withOwn(approval[name] ?? inForce.approval[name].value, usual).map((at) => [at, say(at)] as const)
  const shared = { hint: '', choices: texts(words.review) }
  return [
    {
      name: 'requiresApproval',
      group: undefined,
      canInherit: whose === 'workspace',
      said: policies.requiresApproval,
      label: words.requiresApproval,
      hint: words.requiresApprovalHint,
      inForce: inForce.requiresApproval,
      choices: [
        [true, words.yes],
        [false, words.no],
      ],
    },
    { ...of('review', 'shown'), ...shared, label: words.shown, hint: words.shownHint },
    {
      ...of('review', 'checked'),
      label: words.checked,
      hint: words.checkedHint,
      choices: texts(words.reviewOfChecked),
    },
    { ...of('review', 'unverified'), ...shared, label: words.unverified },
    { ...of('review', 'weakened'), ...shared, label: words.weakened },
    { ...of('review', 'model'), label: words.model, hint: words.modelHint, choices: texts(words.models) },
    { ...of('review', 'probes'), label: words.probes, hint: words.probesHint, choices: texts(words.probing) },
    { ...of('review', 'examiner'), label: words.examiner, hint: words.examinerHint, choices: texts(words.examining) },
    { ...of('review', 'packages'), label: words.packages, hint: '', choices: texts(words.packagesOf) },
    {
      ...of('approval', 'remindEveryHours'),
      label: words.remind,
      hint: '',
      choices: hours('remindEveryHours', reminders, words.every),
    },
    {
      ...of('approval', 'expireAfterHours'),
      label: words.expire,
      hint: words.expireHint,
      choices: hours('expireAfterHours', deadlines, words.after),
    },
  ]
}

/** The values of a group after a policy in it was set, or, with null, inherited. */
export const groupAfter = (
  said: object | undefined,
  name: string,
  value: PolicyValue,
): Readonly<Record<string, PolicyValue>> => {
  const { [name]: _, ...rest } = (said ?? {}) as Readonly<Record<string, PolicyValue>>
  return value === null ? rest : { ...rest, [name]: value }
}
