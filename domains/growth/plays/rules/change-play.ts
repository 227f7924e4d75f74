import type { InvalidField } from '../../../../platform/contract/errors.ts'
import { microsAfter } from '../../../code/projects/rules/caps.ts'
import { faultsOfBookingUrl } from '../../settings/rules.ts'
import { faultsOfSteps, fixedWhileActive, type PlaySettings, type SendApproval, type Step } from '../rules.ts'

type Optional<Given> = { readonly [Name in keyof Given]?: Given[Name] | undefined }
type TypedStep = Pick<Step, 'delayDays'> & Optional<Omit<Step, 'delayDays'>>

/** The given values of a play; omitted ones stay as they are. */
export interface TypedPlay extends Optional<Omit<PlaySettings, 'steps' | 'hardCapMicros'>> {
  readonly steps?: readonly TypedStep[] | undefined
  readonly hardCapUsd?: number | null | undefined
}

/** Default values of a play. */
export const playByDefault: Omit<PlaySettings, 'name'> = {
  audience: '',
  language: 'en',
  excludedCountries: [],
  excludesUnknownLaw: true,
  steps: [],
  bookingUrl: null,
  hardCapMicros: null,
  sendApproval: 'always',
  mailboxIds: [],
}

/** The settings of a play after a change. */
export const settingsAfter = (before: PlaySettings, typed: TypedPlay): PlaySettings => ({
  name: typed.name ?? before.name,
  audience: typed.audience ?? before.audience,
  language: typed.language ?? before.language,
  excludedCountries: typed.excludedCountries ?? before.excludedCountries,
  excludesUnknownLaw: typed.excludesUnknownLaw ?? before.excludesUnknownLaw,
  steps: typed.steps?.map(stepOf) ?? before.steps,
  bookingUrl: typed.bookingUrl === undefined ? before.bookingUrl : typed.bookingUrl,
  hardCapMicros: microsAfter(before.hardCapMicros, typed.hardCapUsd),
  sendApproval: typed.sendApproval ?? before.sendApproval,
  mailboxIds: typed.mailboxIds === undefined ? before.mailboxIds : [...new Set(typed.mailboxIds)],
})

const stepOf = ({ delayDays, subject = null, body = null, brief = null }: TypedStep): Step => ({
  delayDays,
  subject,
  body,
  brief,
})

/** True if a change touches a setting that is fixed while a play sends. */
export const touchesFixed = (typed: TypedPlay): boolean => fixedWhileActive.some((field) => typed[field] !== undefined)

/** The faults of settings whose fields are each well formed. `knownMailboxes` belong to the workspace. */
export const faultsOfPlay = (
  { steps, bookingUrl, mailboxIds }: PlaySettings,
  knownMailboxes: readonly string[],
): readonly InvalidField[] => [
  ...faultsOfSteps(steps),
  ...steps.flatMap(({ subject, body }, at) => [
    ...faultsOfPlaces(`steps[${at}].subject`, subject),
    ...faultsOfPlaces(`steps[${at}].body`, body),
  ]),
  ...faultsOfBookingUrl(bookingUrl),
  ...mailboxIds.flatMap((id, at) =>
    knownMailboxes.includes(id)
      ? []
      : [{ path: `mailboxIds[${at}]`, message: 'is no mailbox of this workspace', rule: 'exists' }],
  ),
]

const faultsOfPlaces = (path: string, text: string | null) =>
  unknownPlaceholders(text ?? '').map((name) => ({
    path,
    message: `has no value for {{${name}}}`,
    rule: 'placeholder',
  }))

/** Why a person may not decide that mails are sent without approval. */
export const approvalRefusal = (
  approval: SendApproval | undefined,
  isAdministrator: boolean,
  approvalOfWorkspace: 'always' | 'by_play',
): 'approvalForAdministrators' | 'approvalAlways' | undefined => {
  if (approval === undefined) return undefined
  if (!isAdministrator) return 'approvalForAdministrators'
  return approval === 'never' && approvalOfWorkspace === 'always' ? 'approvalAlways' : undefined
}

/** The places of a template. */
const placeholders = ['firstName', 'lastName', 'name', 'company', 'role', 'domain', 'bookingUrl'] as const
type Placeholder = (typeof placeholders)[number]
export type Values = Readonly<Partial<Record<Placeholder, string>>>

/** Values for a mail that is looked at, before there is a lead. */
export const exampleValues: Values = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada Lovelace',
  company: 'Example Ltd',
  role: 'CTO',
  domain: 'example.com',
  bookingUrl: 'https://example.com/book',
}

/** The values of a lead for the places of a template, from its known facts. */
export const leadValues = (
  factOf: (field: Exclude<Placeholder, 'domain' | 'bookingUrl'>) => string | undefined,
  { domain, bookingUrl }: { readonly domain: string; readonly bookingUrl: string | null },
): Values => {
  const facts = (['firstName', 'lastName', 'name', 'company', 'role'] as const).flatMap((field) => {
    const value = factOf(field)
    return value ? [[field, value] as const] : []
  })
  return { ...Object.fromEntries(facts), domain, ...(bookingUrl !== null && { bookingUrl }) }
}

/** `{{name}}` or `{{name|words without a value}}`. */
const place = /\{\{\s{0,20}([^{}|]{0,100}?)\s{0,20}(?:\|([^{}]{0,2000}))?\}\}/g

/** Names in a template that are no placeholder. */
export const unknownPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(place)].map(([, name]) => name!).filter((name) => !placeholders.some((one) => one === name))

/** The template with its places filled in; or the first place without a value and without words of its own. */
export const fill = (text: string, values: Values): { readonly text: string } | { readonly missing: string } => {
  const missing = [...text.matchAll(place)].find(
    ([, name, otherwise]) => valueOf(values, name!) === undefined && otherwise === undefined,
  )
  const wordsFor = (_place: string, name: string, otherwise?: string) => valueOf(values, name) ?? otherwise!.trim()
  return missing ? { missing: missing[1]! } : { text: text.replaceAll(place, wordsFor) }
}

const valueOf = (values: Values, name: string) =>
  placeholders.some((one) => one === name) ? values[name as Placeholder] : undefined
