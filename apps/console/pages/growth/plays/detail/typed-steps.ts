import type { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { delayDaysMost } from '../../../../../../domains/growth/plays/rules.ts'
import { unknownPlaceholders } from '../../../../../../domains/growth/plays/rules/change-play.ts'
import type { Input } from '../../../../../../platform/client/index.ts'
import type { Play } from '../play.ts'

export const writers = ['person', 'model'] as const
export type Writer = (typeof writers)[number]

/** A mail of a sequence as fields hold it. */
export interface TypedStep {
  readonly delayDays: string
  readonly writer: Writer
  readonly subject: string
  readonly text: string
}

export const typedSteps = (steps: Play['steps']): readonly TypedStep[] =>
  steps.map(({ delayDays, subject, body, brief }) => ({
    delayDays: String(delayDays),
    writer: brief === null ? 'person' : 'model',
    subject: subject ?? '',
    text: body ?? brief ?? '',
  }))

export const newStep = (at: number): TypedStep => ({
  delayDays: at === 0 ? '0' : '3',
  writer: 'person',
  subject: '',
  text: '',
})

type StepFault = 'delayDays' | 'subject' | 'text'

const daysIn = (text: string) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : NaN)

/** The fields of a mail that hold nothing which can be sent. */
export const faultsOfStep = ({ delayDays, writer, subject, text }: TypedStep, at: number): readonly StepFault[] => {
  const days = daysIn(delayDays)
  const isLate = at > 0 && !(days >= 1 && days <= delayDaysMost)
  const places = writer === 'person' ? unknownPlaceholders(text) : []
  return [
    ...(isLate ? (['delayDays'] as const) : []),
    ...((at === 0 && writer === 'person' && subject.trim() === '') || unknownPlaceholders(subject).length > 0
      ? (['subject'] as const)
      : []),
    ...(text.trim() === '' || places.length > 0 ? (['text'] as const) : []),
  ]
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
