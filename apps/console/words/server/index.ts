import { translated } from '../../../../domains/delivery/sentences/rules.ts'
import { catalogue } from '../catalogue.ts'
import { deSentences, deSteps } from './de.ts'
import { enSteps } from './en.ts'

interface ServerWords {
  /** A text of the server in the language of the person; words of people and of programs stay as they are. */
  readonly worded: (text: string) => string
  /** The step of a run that the server names, such as `build-task`. */
  readonly stepOf: (name: string) => string
}

const stepIn = (names: Readonly<Record<string, string>>) => (name: string) =>
  Object.hasOwn(names, name) ? names[name]! : name

export const useServerWords = catalogue<ServerWords>({
  en: { worded: (text) => text, stepOf: stepIn(enSteps) },
  de: { worded: (text) => translated(text, deSentences), stepOf: stepIn(deSteps) },
})
