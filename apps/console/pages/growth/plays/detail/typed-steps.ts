import type { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import type { getGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { delayDaysMost } from '../../../../../../domains/growth/plays/rules.ts'
import { unknownPlaceholders } from '../../../../../../domains/growth/plays/rules/change-play.ts'
import type { Input, Reply } from '../../../../../../platform/client/index.ts'

export const writers = ['person', 'model'] as const
export type Writer = (typeof writers)[number]

/** A mail of a sequence as fields hold it. */
export interface TypedStep {
  readonly delayDays: string
  readonly writer: Writer
  readonly subject: string
  readonly text: string
}

export const typedSteps = (steps: Reply<typeof getGrowthPlay>['play']['steps']): readonly TypedStep[] =>
  steps.map(({ delayDays, subject, body, brief }) => ({
    delayDays: String(delayDays),
    writer: brief === null ? 'person' : 'model',
    subject: subject ?? '',
    text: body ?? brief ?? '',
  }))

/** An empty mail, to be written by a person; a later one follows after three days. */
export const newStep = (at: number): TypedStep => ({
  delayDays: at === 0 ? '0' : '3',
  writer: 'person',
  subject: '',
  text: '',
})

const daysIn = (text: string) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : NaN)

/** The fields of a mail whose values cannot be sent. */
export const faultsOfStep = ({ delayDays, writer, subject, text }: TypedStep, at: number) => {
  const days = daysIn(delayDays)
  const isByPerson = writer === 'person'
  const isSubjectMissing = at === 0 && isByPerson && subject.trim() === ''
  const isWrong = {
    delayDays: at > 0 && !(days >= 1 && days <= delayDaysMost),
    subject: isSubjectMissing || unknownPlaceholders(subject).length > 0,
    text: text.trim() === '' || (isByPerson && unknownPlaceholders(text).length > 0),
  }
  return (['delayDays', 'subject', 'text'] as const).filter((name) => isWrong[name])
}

type Steps = NonNullable<NonNullable<Input<typeof updateGrowthPlay>['body']>['steps']>

/** The sequence as it is sent. */
export const stepsOf = (typed: readonly TypedStep[]): Steps =>
  typed.map(({ delayDays, writer, subject, text }, at) => ({
    delayDays: at === 0 ? 0 : daysIn(delayDays),
    subject: subject.trim() || null,
    body: writer === 'person' ? text.trim() : null,
    brief: writer === 'model' ? text.trim() : null,
  }))
