import { atelier } from '../command.ts'

interface FailedRun {
  readonly handle: string
  readonly code: string
  /** Whether the run came as far as a task, so that there are logs. */
  readonly hasTasks: boolean
}

/** The command that shows more of a failed run, and what to do about it, in a line each. */
export const failureAdvice = ({ handle, code, hasTasks }: FailedRun): readonly string[] => [
  ...(hasTasks ? [`Its log: ${atelier} logs ${handle}${isOfAgent(code) ? ' --agent' : ''}`] : []),
  `Nothing was merged. ${adviceFor(code, handle)}Run it again: ${atelier} run ${handle}`,
]

const isOfAgent = (code: string) => /^(agent_|provider_|step_limit|no_change|gave_up)/.test(code)

const advice: readonly (readonly [code: RegExp, say: (handle: string) => string])[] = [
  [/_cap_reached$/, (handle) => `Raise the cap: ${atelier} budget --cycle ${handle} --cap <dollars>. `],
  [
    /^provider_|^model_|^no_model/,
    () => `Look at the model: ${atelier} models endpoints, or choose one: ${atelier} models found. `,
  ],
  [/^review_/, (handle) => `See the change: ${atelier} diff ${handle}. `],
  [/^no_change$|^gave_up$|^agent_/, (handle) => `Say more: ${atelier} steer "<words>" ${handle}. `],
]

const adviceFor = (code: string, handle: string) => advice.find(([pattern]) => pattern.test(code))?.[1](handle) ?? ''
