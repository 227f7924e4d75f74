import { translated } from '../../../../domains/delivery/sentences/rules.ts'
import { catalogue } from '../catalogue.ts'
import { deFinding } from './de-findings.ts'
import { deSentences, deSteps } from './de.ts'
import { enSteps } from './en.ts'

interface FoundInReview {
  /** The kind of the finding; absent for a model's. */
  readonly kind?: string | undefined
  readonly reason: string
}

interface ServerWords {
  /** A text of the server in the language of the person; words of people and of programs stay as they are. */
  readonly worded: (text: string) => string
  /** A finding of a review, worded by its kind; a model's stays as it is. */
  readonly finding: (found: FoundInReview) => string
  /** The step of a run that the server names, such as `build-task`. */
  readonly stepOf: (name: string) => string
}

const stepIn = (names: Readonly<Record<string, string>>) => (name: string) =>
  Object.hasOwn(names, name) ? names[name]! : name

export const useServerWords = catalogue<ServerWords>({
  en: { worded: (text) => text, finding: ({ reason }) => reason, stepOf: stepIn(enSteps) },
  de: {
    worded: (text) => translated(text, deSentences),
    finding: ({ kind, reason }) => deFinding(kind ?? '', reason) ?? translated(reason, deSentences),
    stepOf: stepIn(deSteps),
  },
})
