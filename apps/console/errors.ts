import { NotAtelierError, RefusedError } from '../../platform/client/index.ts'
import { commonErrors, type InvalidField } from '../../platform/contract/errors.ts'
import { isUnreached, UnansweredChangeError } from './api/unreached.ts'
import type { ErrorWords, Words } from './words/words.ts'

/** The fields that a code may be about, by their names in forms: the error is shown at the first that the form has. */
const fieldsOfCodes: Readonly<Record<string, readonly string[]>> = {
  invalid_email: ['email', 'newEmail'],
  already_member: ['email'],
  already_invited: ['email'],
  already_client: ['email'],
  invalid_password: ['currentPassword', 'password'],
  unknown_time_zone: ['timeZone'],
  unknown_locale: ['locale'],
  client_account_name_taken: ['name'],
  agent_name_taken: ['name'],
  client_account_archived: ['clientAccountId'],
  repository_attached: ['fullName'],
  extraction_unavailable: ['url'],
  correction_exceeds_charge: ['quantity'],
  invoice_refused_by_constraint: ['dueAt', 'paidAt'],
}

export interface ErrorExplanation {
  readonly title: string
  readonly text: string
  readonly requestId?: string
}

/** The text of an error for a person. The only place that turns one into words. */
export const explain = (error: unknown, words: ErrorWords): ErrorExplanation => {
  if (error instanceof RefusedError) return explainRefusal(error, words)
  if (error instanceof UnansweredChangeError) return titled(error.isSent ? words.unanswered : words.notSent)
  if (isUnreached(error)) return titled(words.notReached)
  return titled(error instanceof NotAtelierError ? words.notAtelier : words.broken)
}

const explainRefusal = ({ status, answered }: RefusedError, words: ErrorWords): ErrorExplanation => {
  const { code = '', error, requestId } = answered
  const isServers = words.isServerLanguage && code !== '' && !commonCodes.has(code)
  const known = words.codes[code] ?? (isServers ? undefined : words.statuses[status])
  const explanation = known === undefined ? explainCode(code, error, words) : titled(known)
  return { ...explanation, ...(requestId !== undefined && { requestId }) }
}

const commonCodes: ReadonlySet<string> = new Set(Object.values(commonErrors).map(({ code }) => code))

/** The text of a code, for which the server has these sentences. */
export const explainCode = (code: string, sentences: string, words: ErrorWords): ErrorExplanation => {
  const known = words.codes[code]
  if (known === undefined && !words.isServerLanguage) return { title: words.refused, text: sentences }
  return titled(known ?? sentences)
}

/** An error by its sentences, of which the first is the title. */
const titled = (sentences: string): ErrorExplanation => {
  const end = sentences.indexOf('. ')
  if (end !== -1) return { title: sentences.slice(0, end), text: sentences.slice(end + 2) }
  return { title: sentences.endsWith('.') ? sentences.slice(0, -1) : sentences, text: '' }
}

/** The server's faults of single fields of a request. */
export const faultsIn = (error: unknown): readonly InvalidField[] =>
  error instanceof RefusedError && error.answered.code === 'invalid_request' ? (error.answered.fields ?? []) : []

/** Faults of a field and of its parts, by its path in the body. */
export const faultsAt = (faults: readonly InvalidField[], name: string): readonly InvalidField[] =>
  faults.filter(({ path }) => `${path}.`.startsWith(`${name}.`))

/** The text of a code about one field, and the field of the form that it is about. */
export const fieldErrorOf = (
  error: unknown,
  names: readonly string[],
  words: ErrorWords,
): { readonly name: string; readonly text: string } | undefined => {
  const fields = error instanceof RefusedError ? fieldsOfCodes[error.answered.code ?? ''] : undefined
  const name = fields?.find((one) => names.includes(one))
  if (name === undefined) return undefined
  const { title, text } = explain(error, words)
  return { name, text: `${title}. ${text}`.trim() }
}

/** Rules of a schema whose violation does not tell a person what is wrong. */
const vagueRules = ['type', 'const', 'anyOf', 'oneOf']

/** The sentence of a broken rule of a field, for that type of input if there is one, else the server's. */
export const explainField = (
  faults: readonly InvalidField[],
  rules: Words['rules'],
  type?: string,
): string | undefined => {
  // A field that may also be empty breaks the rule of that too, which does not help the person.
  const fault = faults.find(({ rule }) => !vagueRules.includes(rule)) ?? faults[0]
  if (!fault) return undefined
  return rules[`${fault.rule} ${type ?? ''}`] ?? rules[fault.rule] ?? fault.message
}
